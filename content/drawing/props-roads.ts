import { glow, place, type Scene } from './scene.ts'
import { column, ellipse, path, rect, solid } from './solid.ts'
import { footing } from './stage.ts'

/** A delivery truck with its lights on, and the crates that it brings. */
export function truck(scene: Scene) {
  const { prop, accent, key } = scene.palette
  footing(scene, 0, 4, 330, 26)
  glow(scene, path('M262 -96 L1200 -330 V150 Z'), 'url(#key-left)', 0.6, 8)
  solid(scene, rect(-300, -330, 350, 290, 14), prop, { depth: 0.5 })
  solid(scene, rect(-300, -226, 350, 34), accent, { depth: 0.5 })
  solid(scene, path('M50 -266 h120 q22 0 34 22 l48 88 q16 6 16 26 V-40 H50 Z'), accent, {
    depth: 0.55,
  })
  solid(scene, path('M82 -240 h82 q12 0 19 12 l36 68 H82 Z'), '#1c2b30', {
    lit: [['key-left', 0.7]],
  })
  solid(scene, rect(-318, -52, 600, 26, 8), '#221d22')
  glow(scene, ellipse(258, -98, 15), key, 1)
  for (const x of [-196, 158]) {
    solid(scene, ellipse(x, -38, 54), '#17131a', { shade: 'bottom' })
    solid(scene, ellipse(x, -38, 23), '#8d8790', { lit: [['key-top', 0.5]] })
  }
  crate(scene, -400, 12, 92)
  crate(scene, -384, -80, 70)
}

function crate(scene: Scene, x: number, bottom: number, size: number) {
  footing(scene, x, bottom, size * 0.62, 10)
  solid(scene, rect(x - size / 2, bottom - size, size, size, 4), '#a06a3c', { depth: 0.6 })
  solid(scene, rect(x - size / 2, bottom - size * 0.62, size, size * 0.16), '#7c4d2a', {
    depth: 0.6,
  })
}

/** Two lit doors in the wall, and the bread that mattered more. */
export function doorsAndBread(scene: Scene) {
  const { prop, accent, key } = scene.palette
  for (const x of [-330, 330]) {
    const door = path(`M${x - 92} -40 V-350 a92 92 0 0 1 184 0 V-40 Z`)
    solid(scene, path(`M${x - 112} -40 V-350 a112 112 0 0 1 224 0 V-40 Z`), prop, { depth: 0.6 })
    solid(scene, door, '#f3b877', { shade: 'top', depth: 0.65, lit: [['key-core', 0.5]] })
    solid(scene, path(`M${x + 92} -40 V-350 q0 -40 -20 -66 l-46 30 V-20 Z`), accent, { depth: 0.6 })
    glow(scene, path(`M${x - 92} -36 h150 l${x < 0 ? 160 : -60} 84 h-240 Z`), key, 0.35, 14)
  }
  footing(scene, 0, 10, 190, 18)
  for (const x of [-140, 140]) solid(scene, rect(x - 9, -150, 18, 158), '#3b231b')
  solid(scene, rect(-190, -176, 380, 30, 8), '#6d4029', {
    shade: 'bottom',
    lit: [['key-top', 0.7]],
  })
  const loaf =
    'M-138 -178 C-176 -262 -96 -318 0 -316 C96 -318 176 -262 138 -178 Q0 -162 -138 -178 Z'
  solid(scene, path(loaf), '#b4692f', {
    shade: 'bottom',
    depth: 0.65,
    lit: [
      ['key-top', 0.75],
      ['side-right', 0.2],
    ],
  })
  for (const x of [-72, -8, 56]) {
    solid(scene, path(`M${x} -292 q26 40 34 92 q-20 2 -28 -4 q-6 -46 -26 -76 z`), '#e9b06a', {
      depth: 0.3,
      lit: [['key-top', 0.6]],
    })
  }
}

/** A padlock as tall as a person, light coming through its keyhole. */
export function padlock(scene: Scene) {
  const { prop, accent, key } = scene.palette
  footing(scene, 0, 6, 250, 24)
  solid(
    scene,
    path('M-142 -240 V-330 a142 142 0 0 1 284 0 V-240 h-58 V-330 a84 84 0 0 0 -168 0 V-240 Z'),
    '#a99fa5',
    {
      depth: 0.75,
      lit: [
        ['key-top', 0.8],
        ['side-right', 0.5],
      ],
    },
  )
  solid(scene, rect(-218, -262, 436, 270, 30), prop, { shade: 'bottom', depth: 0.6 })
  solid(scene, rect(-218, -262, 436, 40, 20), accent, { depth: 0.5 })
  const hole = path(
    'M-34 -132 a34 34 0 1 1 68 0 q0 22 -16 32 l18 68 h-72 l18 -68 q-16 -10 -16 -32 Z',
  )
  glow(scene, ellipse(0, -110, 130, 140), key, 0.35, 40)
  solid(scene, hole, '#ffd9a6', { shade: 'top', depth: 0.15, lit: [['key-core', 1]] })
  glow(scene, path('M-30 -34 h60 l230 140 h-520 Z'), key, 0.5, 14)
}

/** A key to be handed over, upright on a plinth, before a wall of tiles. */
export function keyOnPlinth(scene: Scene) {
  const { accent, prop, floor } = scene.palette
  const tones = [prop, accent, floor, '#e9dcc2']
  for (let row = 0; row < 5; row += 1) {
    for (let column_ = 0; column_ < 9; column_ += 1) {
      if ((row * 5 + column_ * 3) % 11 === 4) continue
      const tone = tones[(row * row + column_ * 3 + ((row * column_) % 5)) % tones.length] ?? prop
      solid(scene, rect(-405 + column_ * 91, -560 + row * 91, 84, 84, 6), tone, {
        shade: 'bottom',
        depth: 0.5,
        lit: [['key-top', 0.18]],
      })
    }
  }
  footing(scene, 0, 8, 130, 18)
  solid(scene, path('M-96 -92 H96 L112 8 H-112 Z'), '#d9c7a6', { depth: 0.7 })
  solid(scene, rect(-112, -110, 224, 24, 6), '#e9dcc2')
  place(scene, 'translate(0 -110) scale(1.15)', () => {
    solid(scene, column(0, -220, -6, 15), '#e0a33c', {
      lit: [
        ['key-left', 0.7],
        ['key-top', 0.4],
      ],
    })
    solid(scene, path('M14 -96 h58 v22 h-22 v18 h22 v22 h-58 z'), '#e0a33c', { shade: 'bottom' })
    solid(scene, path('M0 -378 a88 84 0 1 1 -0.1 0 Z M0 -336 a44 42 0 1 0 .1 0 Z'), '#e0a33c', {
      lit: [
        ['key-top', 0.8],
        ['key-left', 0.4],
      ],
    })
  })
}
