import { microphone } from './furniture.ts'
import { palettes } from './palettes.ts'
import { cells, gears, gentleArm, washer } from './props-machines.ts'
import { hourglass, tagTalk } from './props-money.ts'
import { meadowChairs, paperBoat, peaks, seedling } from './props-nature.ts'
import { doorsAndBread, keyOnPlinth, padlock, truck } from './props-roads.ts'
import { createScene, darken, draw, glow, place, type Scene } from './scene.ts'
import { cone, curtain, platform } from './stage.ts'

export type EventName = keyof typeof palettes

type Setting = {
  prop: (scene: Scene) => void
  backdrop: 'curtain' | 'wall' | 'arch'
  lamp: number
  mic: number
  scale?: number
}

const settings: Record<EventName, Setting> = {
  'last-mile': { prop: truck, backdrop: 'wall', lamp: -120, mic: 430, scale: 1 },
  'two-exits': { prop: doorsAndBread, backdrop: 'wall', lamp: 0, mic: -196 },
  'deep-tech': { prop: cells, backdrop: 'wall', lamp: 0, mic: 430 },
  'handing-over': { prop: keyOnPlinth, backdrop: 'wall', lamp: 60, mic: -300 },
  'letting-go': { prop: paperBoat, backdrop: 'wall', lamp: -140, mic: 440 },
  pricing: { prop: tagTalk, backdrop: 'curtain', lamp: 0, mic: 420 },
  'growing-slowly': { prop: seedling, backdrop: 'arch', lamp: 60, mic: -420 },
  competitor: { prop: padlock, backdrop: 'curtain', lamp: 0, mic: -400 },
  'starting-over': { prop: washer, backdrop: 'arch', lamp: -60, mic: 440 },
  'cold-rooms': { prop: peaks, backdrop: 'wall', lamp: 140, mic: -440 },
  machines: { prop: gentleArm, backdrop: 'curtain', lamp: 120, mic: 440 },
  'money-ran-out': { prop: hourglass, backdrop: 'curtain', lamp: -60, mic: 360 },
  meadow: { prop: meadowChairs, backdrop: 'wall', lamp: 0, mic: -470 },
  'wrong-machine': { prop: gears, backdrop: 'arch', lamp: 120, mic: 440 },
}

/** The banner of one sample event, 1600x900: its subject on a round stage, in its own colours. */
export function banner(name: EventName) {
  const { prop, backdrop, lamp, mic, scale = 1 } = settings[name]
  const scene = createScene(1600, 900, palettes[name])
  backdropOf(scene, backdrop)
  const centre = 800
  const floor = 712
  platform(scene, centre, floor, 600, 92)
  glow(
    scene,
    `<ellipse cx="${centre}" cy="${floor - 300}" rx="460" ry="380"/>`,
    scene.palette.key,
    0.16,
    70,
  )
  cone(scene, { x: centre + lamp, y: -70 }, { cx: centre, cy: floor + 6, rx: 520 }, 0.3)
  place(scene, `translate(${centre} ${floor}) scale(${scale})`, () => prop(scene))
  place(scene, `translate(${centre + mic} ${floor + 34}) scale(0.94)`, () => microphone(scene, 330))
  darken(
    scene,
    '<path d="M-500 -500 H2100 V1400 H-500 Z M800 -120 a900 560 0 1 0 .1 0 Z" fill-rule="evenodd"/>',
    0.6,
    70,
  )
  return scene
}

function backdropOf(scene: Scene, kind: Setting['backdrop']) {
  const { width, height, palette } = scene
  if (kind === 'curtain') curtain(scene, 0, width, 22, palette.wall)
  else {
    draw(scene, `<rect width="${width}" height="${height}"/>`, {
      fill: palette.wall,
      shade: 'top',
      depth: 0.7,
    })
    glow(scene, '<ellipse cx="220" cy="420" rx="420" ry="460"/>', palette.side, 0.14, 70)
    glow(scene, '<ellipse cx="1420" cy="460" rx="380" ry="420"/>', palette.side, 0.1, 70)
  }
  if (kind === 'arch') {
    draw(scene, '<circle cx="800" cy="420" r="390"/>', {
      fill: palette.floor,
      shade: 'bottom',
      depth: 0.6,
    })
    draw(scene, '<circle cx="800" cy="420" r="330"/>', {
      fill: palette.wall,
      shade: 'top',
      depth: 0.4,
      lit: [['key-core', 0.25]],
    })
  }
  draw(scene, `<rect y="690" width="${width}" height="300"/>`, {
    fill: palette.night,
    shade: 'bottom',
    depth: 0.6,
  })
  darken(scene, `<rect x="-400" y="660" width="${width + 800}" height="50"/>`, 0.6, 24)
}
