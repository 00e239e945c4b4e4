import { asParts, deriveColours, modesOf, type Mode, type Palette } from '#kernel/look-colours.ts'
import type { Look } from '#kernel/look.ts'

function writeColours(look: Palette): string {
  const accent = asParts(look.accent)
  return Object.entries({
    canvas: look.canvas,
    surface: look.surface,
    raised: look.raised,
    sunken: look.sunken,
    ink: look.ink,
    muted: look.muted,
    line: look.line,
    'line-strong': look.lineStrong,
    accent: look.accent,
    'accent-hover': look.accentHover,
    'accent-ink': look.accentInk,
    'accent-edge': look.accentEdge,
    glow: look.glow,
    danger: look.danger,
    warning: look.warning,
    success: look.success,
    scrim: `rgb(${asParts(look.scrim)} / ${look.scrimOpacity})`,
    pool: `rgb(${accent} / ${look.poolOpacity})`,
    mark: `rgb(${accent} / ${look.markOpacity})`,
    'shadow-color': asParts(look.shadow),
    'shadow-strength': look.shadowStrength,
  })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

/**
 * Returns the site's colours as CSS, derived from its accent. Elements of class `on-stage` (hero, header, footer) are
 * dark unless the site is always light. Elements of class `in-the-dark`, such as the video player, are always dark.
 */
export function writeLookStyles({ accent, scheme }: Look): string {
  const write = (selectors: string, mode: Mode) =>
    `${selectors}{color-scheme:${mode};${writeColours(deriveColours(accent, mode))}}`
  if (scheme === 'light') return write(':root,.on-stage', 'light') + write('.in-the-dark', 'dark')
  const dark = write(':root,.on-stage,.in-the-dark', 'dark')
  if (scheme === 'dark') return dark
  return `${dark}@media (prefers-color-scheme:light){${write(':root', 'light')}}`
}

/** Returns the attributes of the site's `<meta name="theme-color">` elements: one, or one for each colour scheme. */
export function themeColours({ accent, scheme }: Look): { content: string; media?: string }[] {
  const contentOf = (mode: Mode) => deriveColours(accent, mode).canvas
  if (scheme !== 'visitor') return [{ content: contentOf(scheme) }]
  return modesOf(scheme).map((mode) => ({
    media: `(prefers-color-scheme: ${mode})`,
    content: contentOf(mode),
  }))
}
