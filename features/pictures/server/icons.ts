import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { iconLogo, iconNames, iconVersion, type IconName } from '#features/pictures/rules.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { drawnPicture, findPictureAt, type Picture } from '#platform/pictures/picture-folder.ts'
import type { Variants } from '#platform/pictures/variants.ts'
import { drawIcon, iconSize, wrapIco } from './draw-look.ts'

type IconRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

/** The icons of browsers and home screens, drawn from the look: its logo, or the first letter on its accent. */
export function iconRoutes(app: FastifyInstance, folder: string, variants: Variants) {
  const { site, pictures } = app.deps

  async function findLogo(): Promise<Picture | undefined> {
    const src = iconLogo(site().look)?.src
    if (src === undefined) return undefined
    const kept = await pictures.find(src.replace(/^\/images\/|\?.*$/g, ''))
    return kept ?? findPictureAt(folder, src)
  }

  async function drawNamed(name: IconName) {
    const logo = await findLogo()
    const png = logo && (await variants.find(logo, { format: 'png', width: 320 }))
    return drawnPicture(drawIcon(name, site(), png))
  }

  async function sendIcon(name: IconName, request: IconRequest, reply: FastifyReply) {
    const picture = await drawNamed(name)
    const size = iconSize(name)
    const variant = { format: 'png', width: size, height: size } as const
    if (!(await variants.isMade(picture, variant))) await countCall(request)
    const png = await variants.find(picture, variant)
    if (!png) throw new Refusal('no_such_picture')
    const isLasting = request.query.v === decodeURIComponent(iconVersion(site()))
    return reply
      .headers({
        'content-type': name.endsWith('.ico') ? 'image/x-icon' : 'image/png',
        'cache-control': isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      })
      .send(name.endsWith('.ico') ? wrapIco(png) : png)
  }

  for (const name of iconNames) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${name}`,
      schema: { hide: true },
      handler: (request: IconRequest, reply) => sendIcon(name, request, reply),
    })
  }
}
