import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { deriveColours, modesOf, type Mode, type Palette } from './look-colours.ts'
import { finishedLooks, measureBest, refuseAccent } from './look.ts'
import { toOklch } from './oklch.ts'

/** Computes the contrast by the WCAG formula from what a browser would render. */
function measure(one: Drawn, other: Drawn) {
  const [bright, dim] = [shine(one), shine(other)].toSorted((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}
type Drawn = [number, number, number]

function shine(drawn: Drawn) {
  const [r, g, b] = drawn
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Drawn
  return r * 0.2126 + g * 0.7152 + b * 0.0722
}

const draw = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Drawn
function drawOver(hex: string, ground: string, opacity: number) {
  const under = draw(ground)
  return draw(hex).map((part, at) =>
    Math.round(part * opacity + under[at]! * (1 - opacity)),
  ) as Drawn
}

/** Lists every pair of text and background in the styles, with its required contrast. */
function listPairs(look: Palette): (readonly [name: string, ratio: number, least: number])[] {
  const grounds = [look.canvas, look.surface, look.raised, look.sunken].map(draw)
  const all = [...grounds, drawOver(look.accent, look.canvas, look.poolOpacity)]
  const texts = ['ink', 'muted', 'glow', 'danger', 'warning', 'success'] as const
  const edges = ['lineStrong', 'accentEdge'] as const
  const found = [look.canvas, look.surface, look.raised, look.sunken].map((ground) =>
    drawOver(look.accent, ground, look.markOpacity),
  )
  return [
    ...texts.flatMap((name) =>
      all.map((ground) => [name, measure(draw(look[name]), ground), 4.5] as const),
    ),
    ...edges.flatMap((name) =>
      all.map((ground) => [name, measure(draw(look[name]), ground), 3] as const),
    ),
    ...found.map((ground) => ['found word', measure(draw(look.ink), ground), 4.5] as const),
    ['button', measure(draw(look.accentInk), draw(look.accent)), 4.5],
    ['button under the pointer', measure(draw(look.accentInk), draw(look.accentHover)), 4.5],
    ['button that removes', measure(draw(look.canvas), draw(look.danger)), 4.5],
  ]
}

const missed = (accent: string, mode: Mode) =>
  listPairs(deriveColours(accent, mode)).filter(([, ratio, least]) => ratio < least)

/** Accents that are nearly the colour of the light or the dark background. */
const hostile = ['#fff6a8', '#0b1a5e']

const accents = integer({ min: 0, max: 0xffffff }).map(
  (number) => `#${number.toString(16).padStart(6, '0')}`,
)

test('whatever the accent, texts reach 4.5:1 and controls 3:1 on every ground, in both lights', () => {
  assert(
    property(accents, (accent) => {
      expect([accent, missed(accent, 'light'), missed(accent, 'dark')]).toEqual([accent, [], []])
    }),
    {
      numRuns: 2000,
      examples: [...hostile, '#000000', '#ffffff', '#808080', '#ffff00', '#0000ff'].map((one) => [
        one,
      ]),
    },
  )
})

test('errors, warnings and successes keep their hues, whatever the accent', () => {
  const turnOf = (hex: string, hue: number) => Math.abs(((toOklch(hex).h - hue + 540) % 360) - 180)
  assert(
    property(accents, constantFrom<Mode>('light', 'dark'), (accent, mode) => {
      const { danger, warning, success } = deriveColours(accent, mode)
      expect(turnOf(danger, 29)).toBeLessThan(3)
      expect(turnOf(warning, mode === 'light' ? 57 : 75)).toBeLessThan(3)
      expect(turnOf(success, 158)).toBeLessThan(3)
    }),
    {
      numRuns: 500,
      examples: [
        [hostile[0]!, 'light'],
        [hostile[1]!, 'dark'],
      ],
    },
  )
})

test('an accent that a fixed light does not show is refused with its ratio, and no other', () => {
  assert(
    property(accents, (accent) => {
      expect(refuseAccent(accent, 'visitor')).toBeUndefined()
      for (const scheme of ['light', 'dark'] as const) {
        const { canvas, surface, raised, sunken } = deriveColours(accent, scheme)
        const grounds = [canvas, surface, raised, sunken].map(draw)
        const ratio = Math.min(...grounds.map((ground) => measure(draw(accent), ground)))
        expect(measureBest(accent, scheme)).toBeCloseTo(ratio, 5)
        expect(refuseAccent(accent, scheme) === undefined).toBe(ratio >= 3)
      }
    }),
    { numRuns: 500 },
  )
  expect(refuseAccent('#ffb54a', 'light')).toBe(
    'The accent reaches 1.57:1 on the light background, and a button needs 3:1. Choose a darker one, or let visitors choose between light and dark',
  )
})

test('the finished looks are accepted and seen in every light that they offer', () => {
  for (const { accent, scheme } of Object.values(finishedLooks)) {
    expect(refuseAccent(accent, scheme)).toBeUndefined()
    for (const mode of modesOf(scheme)) expect(missed(accent, mode)).toEqual([])
  }
})

test('amber gives the colours that everything was mixed for', () => {
  expect(deriveColours('#ffb54a', 'dark')).toEqual({
    canvas: '#150f17',
    surface: '#1f1722',
    raised: '#271d2b',
    sunken: '#120c14',
    ink: '#f6eee9',
    muted: '#bfafba',
    line: '#3a2e3f',
    lineStrong: '#8d7a92',
    accent: '#ffb54a',
    accentHover: '#ffc675',
    accentInk: '#24151c',
    accentEdge: '#ffb54a',
    glow: '#ffc673',
    danger: '#ff9d8f',
    warning: '#ffc673',
    success: '#86d7a8',
    scrim: '#0a060b',
    scrimOpacity: 0.78,
    poolOpacity: 0.1,
    markOpacity: 0.4,
    shadow: '#000000',
    shadowStrength: 0.5,
  })
  expect(deriveColours('#ffb54a', 'light')).toEqual({
    canvas: '#f5f2f4',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#ffffff',
    ink: '#21151f',
    muted: '#64555f',
    line: '#ddd3da',
    lineStrong: '#857583',
    accent: '#ffb54a',
    accentHover: '#ffa826',
    accentInk: '#24151c',
    accentEdge: '#b77800',
    glow: '#8a4700',
    danger: '#a8231a',
    warning: '#8a4700',
    success: '#1b6642',
    scrim: '#21151f',
    scrimOpacity: 0.6,
    poolOpacity: 0.2,
    markOpacity: 0.4,
    shadow: '#341c2e',
    shadowStrength: 0.14,
  })
})
