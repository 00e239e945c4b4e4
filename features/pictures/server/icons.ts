import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  iconLogo,
  iconNames,
  iconVersion,
  logoNames,
  type IconName,
} from '#features/pictures/rules.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { drawnPicture, findPictureAt, type Picture } from '#platform/pictures/picture-folder.ts'
import type { Variant } from '#platform/pictures/variant-maker.ts'
import type { Variants } from '#platform/pictures/variants.ts'
import { drawIcon, iconSize, wrapIco } from './draw-look.ts'

type IconRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

/** The icons of browsers and home screens, drawn from the look: its logo, or the first letter on its accent. */
export function iconRoutes(app: FastifyInstance, folder: string, variants: Variants) {
  const { site, pictures } = app.deps

  async function findLogo(src: string): Promise<Picture | undefined> {
    const kept = await pictures.find(src.replace(/^\/images\/|\?.*$/g, ''))
    return kept ?? findPictureAt(folder, src)
  }

  async function drawNamed(name: IconName) {
    const src = iconLogo(site().look)?.src
    const logo = src === undefined ? undefined : await findLogo(src)
    const png = logo && (await variants.find(logo, { format: 'png', width: 320 }))
    return drawnPicture(drawIcon(name, site(), png))
  }

  async function sendLogo(mode: 'light' | 'dark', request: IconRequest, reply: FastifyReply) {
    const src = site().look.logo?.[mode].src
    const picture = src && (await findLogo(src))
    if (!picture) throw new Refusal('no_such_picture')
    const png = await findPng(request, picture, { format: 'png', width: 560 })
    return reply.headers(headersFor(request, 'image/png')).send(png)
  }

  async function sendIcon(name: IconName, request: IconRequest, reply: FastifyReply) {
    const size = iconSize(name)
    const variant = { format: 'png', width: size, height: size } as const
    const png = await findPng(request, await drawNamed(name), variant)
    const isIco = name.endsWith('.ico')
    return reply
      .headers(headersFor(request, isIco ? 'image/x-icon' : 'image/png'))
      .send(isIco ? wrapIco(png) : png)
  }

  /** Only the making is counted as a call. */
  async function findPng(request: IconRequest, picture: Picture, variant: Variant) {
    if (!(await variants.isMade(picture, variant))) await countCall(request)
    const png = await variants.find(picture, variant)
    if (!png) throw new Refusal('no_such_picture')
    return png
  }

  /** As pages name it, where logos have the versions of their files. */
  function versionNow() {
    const { look, series } = site()
    const { logo } = look
    if (!logo) return iconVersion({ look, series })
    const named = (picture: typeof logo.light) => ({
      ...picture,
      src: pictures.versioned(picture.src),
    })
    const shown = { light: named(logo.light), dark: named(logo.dark) }
    return iconVersion({ series, look: { ...look, logo: shown } })
  }

  function headersFor(request: IconRequest, type: string) {
    const isLasting = request.query.v === decodeURIComponent(versionNow())
    return {
      'content-type': type,
      'cache-control': isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    }
  }

  for (const name of iconNames) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${name}`,
      schema: { hide: true },
      handler: (request: IconRequest, reply) => sendIcon(name, request, reply),
    })
  }
  for (const mode of ['light', 'dark'] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${logoNames[mode]}`,
      schema: { hide: true },
      handler: (request: IconRequest, reply) => sendLogo(mode, request, reply),
    })
  }
}
