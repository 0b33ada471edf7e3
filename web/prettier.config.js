import * as svelte from 'prettier-plugin-svelte'

export default {
  printWidth: 110,
  tabWidth: 2,
  singleQuote: true,
  semi: false,
  plugins: [svelte],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
}
