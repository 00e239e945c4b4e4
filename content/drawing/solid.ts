import { draw, type LightName, type Scene, type ShadeName } from './scene.ts'

type Lit = readonly (LightName | readonly [LightName, number])[]

const ordinary: Lit = [
  ['key-top', 0.45],
  ['key-left', 0.25],
  ['side-right', 0.3],
]

/** A body standing in the light: lit from above and the left, shaded to the right. */
export function solid(
  scene: Scene,
  shape: string,
  fill: string,
  options: { shade?: ShadeName; depth?: number; lit?: Lit } = {},
) {
  const { shade = 'right', depth = 0.7, lit = ordinary } = options
  draw(scene, shape, { fill, shade, depth, lit })
}

export function rect(x: number, y: number, width: number, height: number, round = 0) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry = rx) {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`
}

export function path(d: string) {
  return `<path d="${d}"/>`
}

/** An upright tube or post between two heights. */
export function column(cx: number, top: number, bottom: number, half: number) {
  const lip = half * 0.24
  return path(
    `M${cx - half} ${top} A${half} ${lip} 0 0 1 ${cx + half} ${top} V${bottom} A${half} ${lip} 0 0 1 ${cx - half} ${bottom} Z`,
  )
}
