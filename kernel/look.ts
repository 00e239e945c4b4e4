import { z } from 'zod'
import { leastOfControls, measureAccent, modesOf, type Scheme } from './look-colours.ts'
import { pixels, sitePicture } from './site-picture.ts'

/** Colour modes: always light, always dark, or each visitor's device preference. */
export const schemes = ['visitor', 'light', 'dark'] as const satisfies Scheme[]
/** Font pairs: a narrow serif with a round sans, or two plain sans fonts. */
export const fontPairs = ['serif', 'sans'] as const
export const cornerForms = ['square', 'soft', 'round'] as const

const logoPicture = z.strictObject({ src: sitePicture('The logo'), width: pixels, height: pixels })

const lookFields = z.strictObject({
  accent: z
    .string({ error: 'The accent is missing or is not text' })
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'The accent colour must be a code such as #ffb54a')
    .default('#ffb54a'),
  scheme: z
    .enum(schemes, { error: `The scheme must be one of ${schemes.join(', ')}` })
    .default('visitor'),
  fonts: z
    .enum(fontPairs, { error: `The fonts must be one of ${fontPairs.join(', ')}` })
    .default('serif'),
  corners: z
    .enum(cornerForms, { error: `The corners must be one of ${cornerForms.join(', ')}` })
    .default('soft'),
  /** The logo in one version for light backgrounds and one for dark backgrounds. */
  logo: z.strictObject({ light: logoPicture, dark: logoPicture }).optional(),
})

/** Schema of the site's look. `kernel/look-colours.ts` derives the colours. */
export const lookSchema = lookFields
  .superRefine(({ accent, scheme }, context) => {
    const message = refuseAccent(accent, scheme)
    if (message) context.addIssue({ code: 'custom', path: ['accent'], message })
  })
  .prefault({})

export type Look = z.infer<typeof lookSchema>

/** A preset of the site's look, without a logo. */
export type FinishedLook = Omit<Look, 'logo'>

export const finishedLooks = {
  lamplight: { accent: '#ffb54a', scheme: 'visitor', fonts: 'serif', corners: 'soft' },
  daylight: { accent: '#1f5793', scheme: 'light', fonts: 'sans', corners: 'square' },
  paper: { accent: '#b0412a', scheme: 'visitor', fonts: 'serif', corners: 'round' },
} as const satisfies Record<string, FinishedLook>

/**
 * Returns the accent's contrast ratio, the higher one of light and dark mode if the site has both. In the mode with
 * less contrast, buttons have a border.
 */
export function measureBest(accent: string, scheme: Scheme): number {
  return Math.max(...modesOf(scheme).map((mode) => measureAccent(accent, mode)))
}

/**
 * Formats a contrast ratio, such as `2.99:1`. Rounds down, so that the ratio never seems to meet a limit that
 * it misses.
 */
export function writeRatio(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`
}

/**
 * Returns an error message for an accent with too little contrast; undefined otherwise. Buttons are filled with
 * the accent, so if the site is always light or always dark, the accent needs enough contrast in that colour
 * mode.
 */
export function refuseAccent(accent: string, scheme: Scheme): string | undefined {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return undefined
  const ratio = measureBest(accent, scheme)
  if (ratio >= leastOfControls) return undefined
  const way = scheme === 'light' ? 'darker' : 'lighter'
  return `The accent reaches ${writeRatio(ratio)} on the ${scheme} background, and a button needs ${leastOfControls}:1. Choose a ${way} one, or let visitors choose between light and dark`
}
