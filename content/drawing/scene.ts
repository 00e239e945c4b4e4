/** The colours of one picture: a dark room, a key light and a second light from the side. */
export type Palette = {
  night: string
  wall: string
  floor: string
  key: string
  side: string
  prop: string
  accent: string
}

export type ShadeName = 'right' | 'left' | 'bottom' | 'top' | 'edge' | 'flat'
export type LightName =
  | 'key-top'
  | 'key-left'
  | 'key-right'
  | 'key-core'
  | 'rim-top'
  | 'side-left'
  | 'side-right'
  | 'side-bottom'

export type Look = {
  fill: string
  shade?: ShadeName
  /** How dark the shade gets, 0 to 1. */
  depth?: number
  lit?: readonly (LightName | readonly [LightName, number])[]
  stroke?: string
  strokeWidth?: number
}

/**
 * Three layers that are put together later: plain colours, shade (white is dark) and light. Grain
 * is added to shade and light only, which gives the sprayed look of a screen print.
 */
export type Scene = {
  width: number
  height: number
  palette: Palette
  base: string[]
  shade: string[]
  light: string[]
}

export function createScene(width: number, height: number, palette: Palette): Scene {
  return { width, height, palette, base: [], shade: [], light: [] }
}

/** Draws a shape (an SVG element without its colours) in all layers; it hides what is behind it. */
export function draw(scene: Scene, shape: string, look: Look) {
  const paint = (attributes: string) => shape.replace(/\/?>$/, ` ${attributes}/>`)
  const line = look.stroke ? `stroke="${look.stroke}" stroke-width="${look.strokeWidth ?? 4}"` : ''
  const hide = paint(`fill="#000" ${line && line.replace(look.stroke ?? '', '#000')}`)
  const fill = look.fill === 'none' ? 'fill="none"' : `fill="${look.fill}"`
  scene.base.push(paint(`${fill} ${line}`))
  if (look.fill === 'none') return
  scene.shade.push(hide)
  scene.light.push(hide)
  if (look.shade) {
    scene.shade.push(paint(`fill="url(#shade-${look.shade})" opacity="${look.depth ?? 0.75}"`))
  }
  for (const lit of look.lit ?? []) {
    const [name, strength] = typeof lit === 'string' ? [lit, 1] : lit
    scene.light.push(paint(`fill="url(#${name})" opacity="${strength}"`))
  }
}

/** Adds light over everything drawn so far, without hiding any of it. */
export function glow(scene: Scene, shape: string, colour: string, strength: number, blur = 0) {
  const soft = blur ? `filter="url(#blur-${blur})"` : ''
  scene.light.push(shape.replace(/\/?>$/, ` fill="${colour}" opacity="${strength}" ${soft}/>`))
}

/** Darkens everything drawn so far. */
export function darken(scene: Scene, shape: string, strength: number, blur = 0) {
  const soft = blur ? `filter="url(#blur-${blur})"` : ''
  scene.shade.push(shape.replace(/\/?>$/, ` fill="#fff" opacity="${strength}" ${soft}/>`))
}

/** Draws a group moved, scaled and turned: everything that `contents` adds. */
export function place(scene: Scene, transform: string, contents: () => void) {
  const starts = [scene.base.length, scene.shade.length, scene.light.length]
  contents()
  const layers = [scene.base, scene.shade, scene.light]
  layers.forEach((layer, index) => {
    const added = layer.splice(starts[index] ?? 0)
    layer.push(`<g transform="${transform}">`, ...added, '</g>')
  })
}
