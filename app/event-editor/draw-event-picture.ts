import { call } from '#client/api/call.ts'

const [width, height] = [1600, 900]

/** Reads the series' colours and font from the page's computed styles. */
function readLook() {
  const probe = document.createElement('div')
  probe.className = 'on-stage bg-canvas font-display text-ink'
  const lamp = document.createElement('div')
  lamp.className = 'bg-accent'
  probe.append(lamp)
  document.body.append(probe)
  const [ground, accent] = [getComputedStyle(probe), getComputedStyle(lamp)]
  const look = {
    canvas: ground.backgroundColor,
    ink: ground.color,
    font: ground.fontFamily,
    accent: accent.backgroundColor,
  }
  probe.remove()
  return look
}

/** Breaks a name into lines at the largest font size that fits. */
function setLines(context: CanvasRenderingContext2D, name: string, font: string) {
  const room = width - 320
  for (const size of [200, 168, 140, 116, 96, 80]) {
    context.font = `600 ${size}px ${font}`
    const lines: string[] = []
    for (const word of name.split(/\s+/)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && context.measureText(longer).width <= room)
        lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const fits = lines.every((line) => context.measureText(line).width <= room)
    if (fits && lines.length * size * 1.12 <= height - 450) return { lines, size }
  }
  return { lines: [name.slice(0, 40)], size: 80 }
}

type Guest = { speakerName: string }

/**
 * Draws a picture for an event without one, the guest's name in the series' colours and font, and stores it. Returns
 * the picture's path.
 */
export async function makeEventPicture(guest: Guest) {
  const content = await drawEventPicture(guest)
  return call('POST /api/admin/images', { body: { name: 'event.png', content } })
}

/** Draws a picture with the guest's name and returns it as PNG in Base64. */
async function drawEventPicture({ speakerName }: Guest): Promise<string> {
  const { canvas: ground, ink, font, accent } = readLook()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')!
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  // Draw a large circle in the accent colour behind the guest's name, partly outside the picture.
  context.globalAlpha = 0.22
  context.fillStyle = accent
  context.beginPath()
  context.arc(width - 220, height + 60, 620, 0, 2 * Math.PI)
  context.fill()
  context.globalAlpha = 1
  context.fillRect(160, 150, 132, 14)
  const { lines, size } = setLines(context, speakerName.trim(), font)
  context.fillStyle = ink
  context.textBaseline = 'alphabetic'
  // Leave space for the text that event cards overlay at the bottom of a picture.
  const first = height - 290 - (lines.length - 1) * size * 1.12
  for (const [index, line] of lines.entries()) {
    context.fillText(line, 160, first + index * size * 1.12)
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The browser drew no picture')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
