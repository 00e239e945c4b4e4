import { draw, glow, place, type Scene } from './scene.ts'
import { ellipse, path, rect, solid } from './solid.ts'
import { footing } from './stage.ts'

/** Two speech bubbles, one of them a price tag: a price is what two people say it is. */
export function tagTalk(scene: Scene) {
  const { prop, accent, key } = scene.palette
  glow(scene, ellipse(0, -300, 330, 240), key, 0.16, 70)
  place(scene, 'translate(150 -250) rotate(6)', () => {
    solid(
      scene,
      path(
        'M-150 -150 H170 q44 0 44 44 V70 q0 44 -44 44 H60 l-76 84 l6 -84 H-150 q-44 0 -44 -44 V-106 q0 -44 44 -44 Z',
      ),
      prop,
      { shade: 'bottom', depth: 0.6 },
    )
    for (const [y, length] of [
      [-84, 250],
      [-30, 190],
      [24, 226],
    ] as const)
      solid(scene, rect(-124, y, length, 22, 11), '#d9c7ff', { depth: 0.3 })
  })
  place(scene, 'translate(-190 -250) rotate(-14)', () => {
    solid(
      scene,
      path('M-120 -190 H120 q30 0 30 30 V200 q0 30 -30 30 H-120 q-30 0 -30 -30 V-116 Z'),
      accent,
      {
        shade: 'bottom',
        depth: 0.6,
        lit: [
          ['key-top', 0.5],
          ['key-left', 0.3],
        ],
      },
    )
    solid(scene, ellipse(-88, -136, 24), '#2a1a48', { lit: [] })
    for (const [y, length] of [
      [-30, 190],
      [30, 120],
    ] as const)
      solid(scene, rect(-96, y, length, 26, 13), '#7a4410', { depth: 0.2, lit: [] })
    solid(scene, rect(-96, 120, 190, 60, 12), '#7a4410', { depth: 0.2, lit: [] })
  })
  draw(scene, path('M-308 -361 C-330 -520 -120 -600 -40 -780'), {
    fill: 'none',
    stroke: '#f3dcc0',
    strokeWidth: 6,
  })
  footing(scene, 0, 12, 300, 20)
}

/** An hourglass in which coins run out instead of sand. */
export function hourglass(scene: Scene) {
  const { prop, accent, key } = scene.palette
  footing(scene, 0, 10, 220, 22)
  glow(scene, ellipse(0, -250, 220, 270), key, 0.22, 40)
  for (const x of [-166, 146]) solid(scene, rect(x, -470, 20, 450, 8), prop, { depth: 0.7 })
  const glass =
    'M-130 -466 C-136 -330 -30 -300 -24 -246 C-30 -190 -136 -160 -130 -26 H130 C136 -160 30 -190 24 -246 C30 -300 136 -330 130 -466 Z'
  solid(scene, path(glass), '#4b3d2c', {
    depth: 0.5,
    lit: [
      ['key-left', 0.35],
      ['side-right', 0.4],
    ],
  })
  solid(
    scene,
    path('M-84 -372 Q0 -390 84 -372 C60 -330 26 -304 20 -262 H-20 C-26 -304 -60 -330 -84 -372 Z'),
    '#c98a2e',
    { shade: 'bottom', depth: 0.5 },
  )
  for (const [x, y, tilt] of [
    [0, -216, 10],
    [4, -170, -30],
    [-6, -128, 50],
  ] as const) {
    place(scene, `translate(${x} ${y}) rotate(${tilt})`, () => coin(scene, 15))
  }
  for (const [x, y] of [
    [-70, -46],
    [-18, -44],
    [36, -46],
    [82, -42],
    [-44, -64],
    [10, -66],
    [58, -62],
    [-14, -84],
    [26, -86],
  ] as const) {
    place(scene, `translate(${x} ${y})`, () => coin(scene, 27))
  }
  glow(
    scene,
    path('M-104 -446 C-104 -360 -60 -322 -36 -290 l-10 4 C-84 -320 -122 -360 -120 -446 Z'),
    '#fff',
    0.35,
    2,
  )
  for (const y of [-506, -30]) {
    solid(scene, rect(-206, y, 412, 44, 14), accent, {
      shade: 'bottom',
      depth: 0.6,
      lit: [['key-top', 0.6]],
    })
  }
}

function coin(scene: Scene, r: number) {
  solid(scene, ellipse(0, 4, r, r * 0.46), '#8a5a18')
  solid(scene, ellipse(0, 0, r, r * 0.46), '#f0b94e', { depth: 0.4, lit: [['key-top', 0.6]] })
}
