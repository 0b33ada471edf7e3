/** Something that cannot be taken back: what it is, what speaks against it, and what is done after a yes. */
export type Question = { text: string; details?: string[]; yes: string; act: () => unknown }
