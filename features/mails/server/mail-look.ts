import { deriveColours, type Palette } from '#kernel/look-colours.ts'
import type { Look } from '#kernel/look.ts'

const faces = {
  serif: {
    text: "font-family:Figtree,'Helvetica Neue',Arial,sans-serif",
    title: "font-family:Imbue,Georgia,'Times New Roman',serif",
  },
  sans: {
    text: "font-family:'Instrument Sans','Helvetica Neue',Arial,sans-serif",
    title: "font-family:'Bricolage Grotesque','Helvetica Neue',Arial,sans-serif",
  },
}
const radii = { square: 0, soft: 8, round: 16 }

/**
 * The look of mails. Styles are inline, because some mail clients drop style sheets; these show the light
 * mode.
 */
export type MailLook = Palette & {
  /** CSS declarations for each typeface. */
  text: string
  title: string
  /** Radius of corners in pixels. */
  radius: number
  /** Meta elements that declare light and dark mode. */
  schemes: string
  style: string
}

export function describeMailLook(look: Look): MailLook {
  const isBoth = look.scheme === 'visitor'
  const schemes = isBoth ? 'light dark' : look.scheme
  const main = deriveColours(look.accent, look.scheme === 'dark' ? 'dark' : 'light')
  return {
    ...main,
    ...faces[look.fonts],
    radius: radii[look.corners],
    schemes,
    style: `
:root{color-scheme:${schemes};supported-color-schemes:${schemes}}
${isBoth ? writeDark(deriveColours(look.accent, 'dark')) : ''}@media (max-width:480px){.room{padding:24px 20px!important}.title{font-size:28px!important}.fact{display:block!important;width:auto!important;padding-bottom:0!important}.value{display:block!important;width:auto!important;padding-top:0!important}}`,
  }
}

function writeDark(dark: Palette) {
  return `@media (prefers-color-scheme:dark){
.canvas{background-color:${dark.canvas}!important}.surface{background-color:${dark.surface}!important;border-color:${dark.accentEdge} ${dark.line} ${dark.line}!important}
.ink{color:${dark.ink}!important}.muted{color:${dark.muted}!important}.glow{color:${dark.glow}!important}.line{border-color:${dark.line}!important}
.button{border-color:${dark.accentEdge}!important}.on-light{display:none!important}.on-dark{display:inline-block!important}}
`
}
