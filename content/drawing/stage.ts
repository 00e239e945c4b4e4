import { darken, draw, glow, type Scene } from './scene.ts'

/** A wall of hanging folds between x and x+width, lit a little from one side. */
export function curtain(scene: Scene, x: number, width: number, folds: number, colour: string) {
  const step = width / folds
  for (let fold = 0; fold < folds; fold += 1) {
    const left = x + fold * step
    const bend = step * 0.35 * (fold % 2 ? 1 : -1)
    const shape = `<path d="M${left} -10 C${left + bend} ${scene.height * 0.4} ${left - bend * 0.6} ${scene.height * 0.7} ${left} ${scene.height + 10} H${left + step + 2} C${left + step - bend * 0.4} ${scene.height * 0.7} ${left + step + bend} ${scene.height * 0.4} ${left + step + 2} -10 Z"/>`
    draw(scene, shape, { fill: colour, shade: 'right', depth: 0.8, lit: [['side-left', 0.16]] })
  }
}

/** A round platform: its top, its front edge catching the light. */
export function platform(scene: Scene, cx: number, cy: number, rx: number, ry: number) {
  const { palette } = scene
  const rim = ry * 0.42
  darken(scene, `<ellipse cx="${cx}" cy="${cy + rim * 1.6}" rx="${rx * 1.1}" ry="${ry}"/>`, 0.7, 24)
  draw(scene, `<path d="M${cx - rx} ${cy} v${rim} a${rx} ${ry} 0 0 0 ${rx * 2} 0 v${-rim} z"/>`, {
    fill: palette.floor,
    shade: 'right',
    depth: 0.85,
    lit: [['side-left', 0.5]],
  })
  draw(scene, `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`, {
    fill: palette.floor,
    shade: 'edge',
    depth: 0.55,
  })
  glow(
    scene,
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx * 0.86}" ry="${ry * 0.82}"/>`,
    palette.key,
    0.42,
    24,
  )
}

/** A cone of light from a lamp above the picture down to an ellipse on the floor. */
export function cone(
  scene: Scene,
  lamp: { x: number; y: number },
  pool: { cx: number; cy: number; rx: number },
  strength = 0.3,
) {
  const edges = (spread: number, mouth: number) =>
    `<path d="M${lamp.x - mouth} ${lamp.y} L${pool.cx - pool.rx * spread} ${pool.cy} H${pool.cx + pool.rx * spread} L${lamp.x + mouth} ${lamp.y} Z"/>`
  glow(scene, edges(1.12, 40), scene.palette.key, strength * 0.35, 40)
  glow(scene, edges(1, 30), scene.palette.key, strength * 0.6, 8)
  glow(scene, edges(0.6, 22), scene.palette.key, strength * 0.4, 24)
}

/** A shadow where something stands. */
export function footing(scene: Scene, cx: number, cy: number, rx: number, ry: number) {
  darken(scene, `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`, 0.75, 8)
}
