import type { Person } from './portrait-people.ts'
import { place, type Scene } from './scene.ts'
import { ellipse, path, solid } from './solid.ts'

const look = {
  shade: 'left',
  depth: 0.6,
  lit: [
    ['key-top', 0.45],
    ['key-right', 0.22],
    ['side-left', 0.5],
  ],
} as const

/** What of the hair lies behind neck and shoulders. */
export function hairBehind(scene: Scene, { hair, hairColour }: Person) {
  const piece = (shape: string) => solid(scene, shape, hairColour, look)
  switch (hair) {
    case 'afro':
      piece(
        path(
          'M0 -252 C150 -256 214 -150 200 -40 C190 60 130 104 60 100 H-70 C-150 100 -206 40 -204 -50 C-206 -160 -140 -250 0 -252 Z',
        ),
      )
      break
    case 'long':
      piece(
        path(
          'M0 -172 C140 -172 150 -60 150 60 C150 180 190 240 160 330 H-170 C-190 240 -150 180 -150 60 C-150 -60 -140 -172 0 -172 Z',
        ),
      )
      break
    case 'bob':
      piece(
        path(
          'M0 -176 C150 -176 160 -60 156 40 C154 100 150 120 120 132 H-124 C-156 120 -158 100 -158 40 C-160 -60 -140 -176 0 -176 Z',
        ),
      )
      break
    case 'curls':
      for (const [x, y, r] of [
        [-120, -80, 74],
        [-140, 10, 66],
        [-112, 90, 56],
        [128, -70, 70],
        [142, 20, 58],
        [110, 92, 48],
        [0, -150, 86],
        [-70, -140, 74],
        [76, -136, 74],
      ] as const)
        piece(ellipse(x, y, r))
      break
    case 'bun':
      piece(ellipse(-40, -196, 74, 66))
      break
    case 'wrap':
      piece(path('M-110 -60 C-150 -210 -60 -280 10 -270 C130 -270 190 -190 122 -80 Z'))
      break
    case 'braids':
    case 'short':
    case 'side':
    case 'bald':
      break
  }
}

/** What of the hair, and of beard and earrings, lies before the face. */
export function hairInFront(scene: Scene, person: Person) {
  const { hair, hairColour } = person
  const piece = (shape: string) => solid(scene, shape, hairColour, look)
  if (person.beard) {
    piece(
      path(
        'M-106 10 Q-92 30 -64 38 Q-6 26 20 44 Q62 26 90 34 Q104 20 104 0 C110 80 84 152 4 160 C-80 152 -112 80 -106 10 Z',
      ),
    )
  }
  if (person.earrings)
    solid(scene, ellipse(-98, 66, 11, 20), '#f0c36a', { depth: 0.3, lit: [['key-core', 0.6]] })
  switch (hair) {
    case 'afro':
      piece(
        path(
          'M-112 -30 C-116 -150 -40 -150 4 -146 C70 -150 116 -130 110 -34 C100 -76 76 -96 4 -98 C-64 -96 -98 -76 -112 -30 Z',
        ),
      )
      break
    case 'long':
      piece(
        path(
          'M-114 80 C-140 -60 -110 -164 10 -164 C120 -164 132 -70 118 60 C112 -20 96 -84 30 -112 C-50 -96 -104 -40 -114 80 Z',
        ),
      )
      break
    case 'bob':
      piece(
        path(
          'M-118 70 C-140 -80 -100 -168 4 -168 C110 -168 138 -80 118 66 C116 20 112 -30 96 -58 Q0 -50 -76 -66 C-104 -40 -112 10 -118 70 Z',
        ),
      )
      break
    case 'curls':
      for (const [x, y, r] of [
        [-96, -92, 40],
        [-50, -116, 44],
        [4, -126, 46],
        [58, -114, 42],
        [98, -86, 36],
      ] as const)
        piece(ellipse(x, y, r))
      break
    case 'braids':
      for (const x of [-122, 124]) {
        for (let knot = 0; knot < 6; knot += 1)
          piece(ellipse(x + (knot % 2 ? 6 : -6), 50 + knot * 50, 30, 33))
      }
      piece(
        path(
          'M-116 40 C-134 -90 -90 -160 4 -160 C98 -160 136 -90 118 40 C108 -40 70 -92 4 -112 C-64 -92 -104 -40 -116 40 Z',
        ),
      )
      break
    case 'bun':
      piece(
        path(
          'M-112 10 C-126 -100 -80 -158 4 -156 C92 -158 124 -96 112 6 C100 -60 60 -100 -10 -104 C-70 -92 -100 -50 -112 10 Z',
        ),
      )
      break
    case 'wrap':
      piece(
        path(
          'M-122 -30 C-130 -130 -70 -190 6 -186 C90 -190 134 -120 122 -34 C80 -92 -70 -96 -122 -30 Z',
        ),
      )
      place(scene, 'rotate(-8)', () =>
        piece(path('M-110 -80 C-40 -150 90 -160 140 -110 C80 -120 -30 -110 -110 -80 Z')),
      )
      break
    case 'short':
      piece(
        path(
          'M-112 0 C-124 -100 -84 -152 4 -152 C96 -152 122 -96 110 -6 C106 -50 96 -72 72 -88 Q0 -76 -74 -92 C-98 -70 -106 -40 -112 0 Z',
        ),
      )
      break
    case 'side':
      piece(
        path(
          'M-114 6 C-130 -110 -70 -166 20 -164 C110 -160 124 -100 112 -22 C100 -60 92 -74 66 -78 C10 -76 -40 -90 -64 -118 C-80 -80 -104 -50 -114 6 Z',
        ),
      )
      break
    case 'bald':
      break
  }
}
