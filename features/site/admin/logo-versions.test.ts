import { expect, test } from 'vitest'
import { checkLogo, recolourLogo } from './logo-versions.ts'

const backgrounds = { light: '#f6f3f2', dark: '#150f16' }

/** Draws a logo of these colours, each a quarter of the picture; the rest is transparent. */
function draw(...colours: [number, number, number][]) {
  const quarters = [0, 1, 2, 3].map((at) => {
    const colour = colours[at]
    return colour ? [...colour, 255] : [0, 0, 0, 0]
  })
  return new Uint8ClampedArray(quarters.flatMap((pixel) => Array(25).fill(pixel).flat()))
}

test('a dark logo is unreadable on dark backgrounds, a light one on light backgrounds', () => {
  const check = (...colours: [number, number, number][]) => checkLogo(draw(...colours), backgrounds)
  expect(check([20, 20, 20])).toEqual({ isReadable: { light: true, dark: false }, isGrey: true })
  expect(check([255, 255, 255])).toEqual({
    isReadable: { light: false, dark: true },
    isGrey: true,
  })
  expect(check([20, 20, 90])).toEqual({ isReadable: { light: true, dark: false }, isGrey: false })
  expect(check([200, 60, 40])).toEqual({ isReadable: { light: true, dark: true }, isGrey: false })
  // Its name is dark, a small mark is coloured.
  expect(check([20, 20, 20], [20, 20, 20], [240, 90, 60]).isReadable.dark).toBe(false)
})

test('a picture without transparency brings its own background', () => {
  const black: [number, number, number] = [0, 0, 0]
  const { isReadable } = checkLogo(draw(black, black, black, black), backgrounds)
  expect(isReadable).toEqual({ light: true, dark: true })
})

test('a derived version has one colour and the same transparency', () => {
  const logo = recolourLogo(draw([20, 20, 20]), '#ffffff')
  expect([...logo.slice(0, 4), logo.at(-1)]).toEqual([255, 255, 255, 255, 0])
  expect(checkLogo(logo, backgrounds).isReadable).toEqual({ light: false, dark: true })
})
