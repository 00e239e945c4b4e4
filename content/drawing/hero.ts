import { audience } from './audience.ts'
import { armchair, microphone, sideTable } from './furniture.ts'
import { createScene, darken, draw, glow, type Palette, place, type Scene } from './scene.ts'
import { cone, curtain } from './stage.ts'

const palette: Palette = {
  night: '#150f17',
  wall: '#2c1622',
  floor: '#4a2530',
  key: '#ffb765',
  side: '#7a5bd0',
  prop: '#8f2f3a',
  accent: '#ffb54a',
}

type StageSet = { width: number; height: number; centre: number; floor: number; scale: number }

/** The boards of the stage, running towards the back, and its front edge above the first row. */
function boards(scene: Scene, { width, centre, floor, scale }: StageSet) {
  const back = floor - 70 * scale
  const front = floor + 150 * scale
  draw(scene, `<rect y="${back}" width="${width}" height="${front - back}"/>`, {
    fill: palette.floor,
  })
  for (let board = -30; board <= 30; board += 1) {
    const near = centre + board * 150 * scale
    const far = centre + board * 96 * scale
    darken(
      scene,
      `<path d="M${far} ${back} L${near} ${front} h${5 * scale} L${far + 2} ${back} Z"/>`,
      0.4,
    )
  }
  darken(
    scene,
    `<rect x="${-width * 0.1}" y="${back - 30 * scale}" width="${width * 1.2}" height="${52 * scale}"/>`,
    0.75,
    14,
  )
  draw(scene, `<rect y="${front}" width="${width}" height="${scene.height}"/>`, {
    fill: '#2b1520',
    shade: 'bottom',
    depth: 0.9,
  })
  glow(scene, `<rect y="${front - 2}" width="${width}" height="${5 * scale}"/>`, palette.key, 0.32)
  glow(
    scene,
    `<ellipse cx="${centre}" cy="${front}" rx="${620 * scale}" ry="${4 * scale}"/>`,
    palette.key,
    0.7,
    2,
  )
}

/** The stage with two armchairs, seen from the seats. `centre` is where the light falls. */
function stageSet(set: StageSet) {
  const { width, height, centre, floor, scale } = set
  const scene = createScene(width, height, palette)
  curtain(scene, 0, width, Math.round(width / (64 * scale)), '#4a1a2a')
  darken(scene, `<rect width="${width}" height="${height}"/>`, 0.45)
  darken(scene, `<rect width="${width}" height="${floor * 0.22}"/>`, 0.6, 70)
  boards(scene, set)
  const pool = { cx: centre, cy: floor + 20 * scale, rx: 560 * scale }
  const above = `<ellipse cx="${centre}" cy="${floor - 260 * scale}" rx="${520 * scale}" ry="${420 * scale}"/>`
  glow(scene, above, palette.key, 0.2, 70)
  cone(scene, { x: centre, y: -60 }, pool, 0.4)
  const lit = `<ellipse cx="${centre}" cy="${floor + 20 * scale}" rx="${540 * scale}" ry="${88 * scale}"/>`
  glow(scene, lit, palette.key, 0.62, 14)
  const stand = (dx: number, dy: number, what: () => void) =>
    place(scene, `translate(${centre + dx * scale} ${floor + dy * scale}) scale(${scale})`, what)
  stand(-275, 18, () => armchair(scene, '#7d2b35', 1))
  stand(275, 18, () => armchair(scene, '#2f4a5c', -1))
  stand(0, 40, () => sideTable(scene))
  stand(-98, 74, () => microphone(scene, 250))
  stand(98, 74, () => microphone(scene, 250))
  return scene
}

/** For wide screens: the light falls on the right, the left is dark and left to the words. */
export function heroWide() {
  const scene = stageSet({ width: 2400, height: 1200, centre: 1650, floor: 810, scale: 1.12 })
  audience(scene, 1060, 2, 104, 7)
  return scene
}

/** For phones held upright: the light falls above, the seats below are left to the words. */
export function heroNarrow() {
  const scene = stageSet({ width: 1440, height: 1800, centre: 720, floor: 800, scale: 1.12 })
  audience(scene, 1080, 3, 128, 16)
  darken(scene, '<rect x="-100" y="1380" width="1640" height="460"/>', 0.5, 70)
  return scene
}

/** The default picture of a shared link, 1200x630. */
export function shareScene() {
  const scene = stageSet({ width: 1200, height: 630, centre: 600, floor: 440, scale: 0.66 })
  audience(scene, 592, 1, 62, 5)
  return scene
}
