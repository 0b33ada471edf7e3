/** All that a page needs for a review, in one file that is loaded when somebody asks for one. */
export { default as Curve } from './Curve.svelte'
export { default as ReviewPanel } from './ReviewPanel.svelte'
export { default as VariationBar } from './VariationBar.svelte'
export { ReviewSession } from './session.svelte'
export { Variation } from './variation.svelte'
