import sheet from './styles.css?inline'

/**
 * The whole sheet, which stands in the page itself: nothing is drawn before it is there, and a file of its own
 * would cost another way to the server, beside typefaces and scripts. In the browser it is taken from the
 * page, so that the scripts do not carry it once more.
 */
export const pageStyles = import.meta.env.SSR
  ? sheet
  : document.getElementById('styles')!.textContent
