import { draw, glow, place, type Scene } from './scene.ts'
import { column, ellipse, path, rect, solid } from './solid.ts'
import { footing } from './stage.ts'

/** Three cells that glow with cold, the middle one the tallest. */
export function cells(scene: Scene) {
  const { side, key, prop } = scene.palette
  for (let ring = 4; ring > 0; ring -= 1) {
    draw(scene, ellipse(0, -270, ring * 92), { fill: 'none', stroke: side, strokeWidth: 2.5 })
  }
  for (const [x, height, half] of [
    [-250, 300, 82],
    [250, 300, 82],
    [0, 440, 108],
  ] as const) {
    footing(scene, x, 10, half * 1.3, 18)
    glow(scene, ellipse(x, -height / 2, half * 1.7, height * 0.62), side, 0.4, 40)
    solid(scene, column(x, -height, 0, half), prop, {
      depth: 0.85,
      lit: [
        ['key-left', 0.4],
        ['side-right', 0.6],
      ],
    })
    solid(scene, column(x, -height * 0.82, -height * 0.16, half), '#0e1a3c', { depth: 0.4 })
    for (let band = 0; band < 5; band += 1) {
      const y = -height * (0.74 - band * 0.125)
      solid(scene, column(x, y, y + height * 0.06, half * 0.86), key, {
        depth: 0.75,
        lit: [['key-left', 0.4]],
      })
    }
    solid(scene, ellipse(x, -height, half, half * 0.24), '#c9d6ee', { lit: [['key-top', 0.5]] })
    solid(scene, column(x, -height - 26, -height - 2, half * 0.4), '#e8eefb', {
      lit: [['key-left', 0.6]],
    })
  }
}

/** A washing machine in mid-turn, soap bubbles rising into the light. */
export function washer(scene: Scene) {
  const { prop, accent, side, key } = scene.palette
  footing(scene, 0, 8, 270, 24)
  solid(scene, rect(-220, -440, 440, 446, 30), '#efe6dd', {
    depth: 0.6,
    lit: [
      ['key-top', 0.3],
      ['side-right', 0.3],
    ],
  })
  solid(scene, rect(-220, -440, 440, 84, 30), prop, { shade: 'bottom', depth: 0.4 })
  solid(scene, rect(-186, -418, 130, 40, 10), '#1b3840')
  for (const x of [96, 156]) solid(scene, ellipse(x, -398, 22), accent, { lit: [['key-top', 0.7]] })
  solid(scene, ellipse(0, -172, 158), '#c8c2c6', { depth: 0.7, lit: [['key-top', 0.8]] })
  solid(scene, ellipse(0, -172, 126), '#12343c', { shade: 'edge', depth: 0.5 })
  place(scene, 'translate(0 -172)', () => {
    const blade = 'M0 0 C30 -90 110 -80 104 -8 C76 -40 36 -30 0 0 Z'
    for (const [turn, tone] of [
      [0, accent],
      [90, side],
      [180, prop],
      [270, '#f3dcc0'],
    ] as const) {
      place(scene, `rotate(${turn})`, () => solid(scene, path(blade), tone, { depth: 0.5 }))
    }
  })
  glow(scene, path('M-84 -250 a126 126 0 0 1 110 -38 q-60 10 -96 56 z'), '#fff', 0.5, 2)
  const bubbles = [
    [-300, -330, 44],
    [-352, -470, 26],
    [292, -400, 56],
    [356, -250, 30],
    [248, -540, 34],
    [-230, -560, 38],
    [60, -560, 24],
  ] as const
  for (const [x, y, r] of bubbles) {
    glow(scene, ellipse(x, y, r), side, 0.28)
    draw(scene, ellipse(x, y, r), { fill: 'none', stroke: key, strokeWidth: 3 })
    glow(scene, ellipse(x - r * 0.35, y - r * 0.4, r * 0.22, r * 0.14), '#fff', 0.8, 2)
  }
}

/** A robot arm that stops just short of a flower. */
export function gentleArm(scene: Scene) {
  const { prop, accent, side } = scene.palette
  const bone = (x1: number, y1: number, x2: number, y2: number, half: number) => {
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
    const length = Math.hypot(x2 - x1, y2 - y1)
    place(scene, `translate(${x1} ${y1}) rotate(${angle})`, () =>
      solid(
        scene,
        path(`M0 ${-half} L${length} ${-half * 0.72} V${half * 0.72} L0 ${half} Z`),
        prop,
        { shade: 'bottom', lit: [['key-top', 0.5]] },
      ),
    )
  }
  footing(scene, -250, 8, 150, 18)
  solid(scene, column(-250, -70, 4, 120), '#3a3d4c', { depth: 0.8 })
  bone(-250, -80, -330, -330, 40)
  bone(-330, -330, -40, -470, 34)
  bone(-40, -470, 130, -360, 24)
  for (const [x, y, r] of [
    [-250, -86, 62],
    [-330, -330, 54],
    [-40, -470, 44],
    [130, -360, 30],
  ] as const) {
    solid(scene, ellipse(x, y, r), accent, {
      depth: 0.65,
      lit: [
        ['key-top', 0.6],
        ['side-right', 0.3],
      ],
    })
    solid(scene, ellipse(x, y, r * 0.42), '#2c2f3c')
  }
  for (const turn of [20, 96]) {
    place(scene, `translate(130 -360) rotate(${turn})`, () =>
      solid(scene, path('M20 -12 h60 q30 4 34 40 l-16 4 q-10 -24 -28 -22 h-50 z'), '#c9ced8', {
        depth: 0.5,
      }),
    )
  }
  footing(scene, 250, 10, 110, 14)
  solid(scene, path('M176 -120 h148 l-22 126 h-104 z'), '#b4563a', { depth: 0.7 })
  solid(scene, rect(166, -138, 168, 30, 8), '#c96a48', { lit: [['key-top', 0.6]] })
  solid(scene, path('M244 -138 q-4 -60 4 -104 h8 q-6 50 2 104 z'), '#5d8f4a')
  for (let petal = 0; petal < 8; petal += 1) {
    place(scene, `translate(250 -258) rotate(${petal * 45})`, () =>
      solid(scene, ellipse(0, -36, 17, 32), '#fbeee0', {
        shade: 'bottom',
        depth: 0.4,
        lit: [['key-top', 0.4]],
      }),
    )
  }
  solid(scene, ellipse(250, -258, 24), '#ffb54a', { depth: 0.4 })
  glow(scene, ellipse(210, -290, 120), side, 0.12, 40)
}

/** Gears that do not quite meet, and one screw left over. */
export function gears(scene: Scene) {
  const { prop, accent, side } = scene.palette
  footing(scene, 0, 10, 330, 24)
  gear(scene, -170, -220, 200, 14, prop, 6)
  gear(scene, 168, -350, 132, 10, accent, 12)
  gear(scene, 214, -104, 112, 9, side, 4)
  solid(scene, path('M-6 -8 l60 -4 q10 0 10 12 t-10 12 l-60 -4 z'), '#cfc6c0')
  solid(scene, ellipse(-10, 0, 15, 22), '#e5ddd6', { lit: [['key-top', 0.8]] })
}

function gear(
  scene: Scene,
  x: number,
  y: number,
  r: number,
  teeth: number,
  tone: string,
  turn: number,
) {
  let d = ''
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const corner = (share: number, radius: number) => {
      const angle = ((tooth + share) / teeth) * Math.PI * 2 + turn
      return `${(x + Math.cos(angle) * radius).toFixed(1)} ${(y + Math.sin(angle) * radius).toFixed(1)}`
    }
    d += `${tooth ? 'L' : 'M'}${corner(0, r * 0.84)} L${corner(0.14, r)} L${corner(0.42, r)} L${corner(0.56, r * 0.84)} L${corner(1, r * 0.84)} `
  }
  solid(scene, path(`${d}Z`), tone, {
    shade: 'edge',
    depth: 0.75,
    lit: [
      ['key-top', 0.45],
      ['key-left', 0.25],
    ],
  })
  solid(scene, ellipse(x, y, r * 0.56), '#1a1512', { depth: 0.2 })
  for (let spoke = 0; spoke < 5; spoke += 1) {
    place(scene, `translate(${x} ${y}) rotate(${spoke * 72 + turn * 9})`, () =>
      solid(scene, rect(-r * 0.08, -r * 0.6, r * 0.16, r * 0.6), tone),
    )
  }
  solid(scene, ellipse(x, y, r * 0.2), tone, { lit: [['key-top', 0.7]] })
  solid(scene, ellipse(x, y, r * 0.07), '#1a1512')
}
