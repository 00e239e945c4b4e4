import display from './imbue-600.woff2?url'
import text from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`: the files of fonts.css. */
export const fontPreloads = [display, text]
