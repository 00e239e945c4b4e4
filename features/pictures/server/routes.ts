import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  uploadPicture as uploadContract,
  largestPicture,
  type PictureForm,
} from '#features/pictures/contract.ts'
import { type CardSize, iconVersion } from '#features/pictures/rules.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { Site } from '#kernel/site.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { isKnownToBrowser } from '#platform/http/conditional-requests.ts'
import { readActor } from '#platform/http/call.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import {
  findPicture,
  pictureFolder,
  type Picture,
  versionOf,
  findPictureAt,
} from '#platform/pictures/picture-folder.ts'
import type { PictureStore } from '#platform/pictures/picture-store.ts'
import type { Variant } from '#platform/pictures/variant-maker.ts'
import {
  chooseVariant,
  createVariants,
  variantFolder,
  variantName,
  widths,
  type Variants,
} from '#platform/pictures/variants.ts'
import { createIcons, drawnNames } from './icons.ts'
import { createSharePictures, makeSharePicture, type ListEvents } from './share-pictures.ts'

type PictureRequest = FastifyRequest<{
  Params: { '*': string }
  Querystring: Record<string, unknown>
}>

type ShareRequest = FastifyRequest<{
  Params: { name: string }
  Querystring: Record<string, unknown>
}>

/** Content-Security-Policy of SVG files: they may contain styles, but may not load or run anything. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

function headersOf(picture: Picture, variant: Variant | undefined, version: unknown) {
  const { format } = variant ?? picture
  const isLasting = version === versionOf(picture.hash)
  return {
    'content-type': format === 'svg' ? 'image/svg+xml' : `image/${format}`,
    'cache-control': isLasting
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=600, stale-while-revalidate=86400',
    etag: `"${variant ? variantName(picture, variant) : picture.hash.slice(0, 32)}"`,
    ...(format === 'svg' && { 'content-security-policy': drawingPolicy }),
  }
}

function sendOriginal(request: FastifyRequest, reply: FastifyReply, { file, size }: Picture) {
  void reply.header('content-length', size)
  return reply.send(request.method === 'HEAD' ? undefined : createReadStream(file))
}

/**
 * Milliseconds after the process has started before resized pictures are generated. Requests and jobs that waited for
 * the start need the processor first.
 */
const restMs = 10_000

/**
 * Registers `/images/…`, the site's pictures, either unchanged or as a variant such as `?w=640&f=avif`; also icons,
 * logos and pictures for link previews.
 */
export function pictureRoutes(app: FastifyInstance, { listEvents }: { listEvents: ListEvents }) {
  const { config, db, site, onPublished, pictures, time } = app.deps
  const folder = pictureFolder(config.siteFile)
  const variants = createVariants(variantFolder(config), (err, message) =>
    app.log.warn({ err }, message),
  )
  let resting: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    resting = setTimeout(prepare, restMs).unref()
  })
  app.addHook('onClose', async () => {
    clearTimeout(resting)
    variants.stop()
  })
  function prepare() {
    void prepareHero(variants, { folder, pictures }, site()).catch((err: unknown) =>
      app.log.warn({ err }, 'the pictures of the first view are made when somebody asks for them'),
    )
  }
  const sharePictures = createSharePictures(
    (eventId, size) =>
      makeSharePicture(eventId, size, { folder, variants, pictures, site: site(), listEvents }),
    () => time().now,
    () => {
      const { share, series, display } = site()
      return JSON.stringify([iconVersion(site()), share.image.src, series.name, display])
    },
  )

  const icons = createIcons({ site, pictures, folder, variants })

  onPublished(() => {
    sharePictures.clear()
    if (resting) prepare()
  })

  /**
   * Returns the requested picture. Requests for files do not count towards the rate limit; those for pictures in the
   * database do.
   */
  async function findCounted(request: PictureRequest) {
    const path = request.params['*']
    const mustBeRead = pictures.mustBeRead(path)
    if (mustBeRead) await countCall(request)
    const kept = await pictures.find(path)
    if (kept) return { kept, picture: kept }
    try {
      return { kept, picture: await findPicture(folder, path) }
    } catch (error) {
      if (!mustBeRead) await countCall(request)
      throw error
    }
  }

  async function sendPicture(request: PictureRequest, reply: FastifyReply) {
    const { kept, picture } = await findCounted(request)
    const variant = chooseVariant(picture, request.query)
    // The URL of an uploaded picture contains the hash of its content, so its content never changes.
    const headers = headersOf(picture, variant, kept ? versionOf(kept.hash) : request.query.v)
    if (isKnownToBrowser(request, headers.etag)) return reply.code(304).headers(headers).send()
    if (!variant) return sendOriginal(request, reply.headers(headers), picture)
    if (!(await variants.isMade(picture, variant))) await countCall(request)
    const found = await variants.findSoon(picture, variant)
    if (found?.variant === variant) return reply.headers(headers).send(found.body)
    // Until the requested variant is generated, another one is sent, which browsers may cache only briefly.
    const { etag: _etag, ...standIn } = headersOf(picture, found?.variant, undefined)
    void reply.headers({ ...standIn, 'cache-control': 'public, max-age=60' })
    return found ? reply.send(found.body) : sendOriginal(request, reply, picture)
  }

  /**
   * Sends the picture for link previews, or another card. Services that show previews cache it by URL, so a lifetime of one day is
   * enough.
   */
  async function sendSharePicture(request: ShareRequest, reply: FastifyReply) {
    const [, id = 0, size = 'wide'] = request.params.name.split('-')
    const wanted = { eventId: Number(id), size: size as CardSize, version: request.query.v }
    const { picture, variant, body } = await sharePictures.find(wanted, () => countCall(request))
    const headers = {
      ...headersOf(picture, variant, undefined),
      'cache-control': 'public, max-age=86400',
    }
    if (isKnownToBrowser(request, headers.etag)) return reply.code(304).headers(headers).send()
    return reply.headers(headers).send(body)
  }

  serve(app, uploadContract, async ({ body }, call) =>
    storePicture(db, body, { pictures, actor: await readActor(call), now: time().now }),
  )
  // api-document.ts describes these routes in the OpenAPI document.
  const schema = { hide: true }
  app.route({ method: ['GET', 'HEAD'], url: '/images/*', schema, handler: sendPicture })
  for (const name of drawnNames) {
    app.get(`/${name}`, { schema }, async (request: PictureRequest, reply: FastifyReply) => {
      const { body, type } = await icons.find(name, () => countCall(request))
      const lasts = request.query.v === icons.version()
      return reply
        .headers({
          'content-type': type,
          'cache-control': lasts ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        })
        .send(body)
    })
  }
  app.route({
    method: ['GET', 'HEAD'],
    schema,
    url: '/share/:name(^event-\\d{1,9}(?:-square|-story)?|series).jpg',
    handler: sendSharePicture,
  })
  app.route({
    method: ['GET', 'HEAD'],
    schema,
    url: '/share/*',
    handler() {
      throw new Refusal('no_such_picture')
    },
  })
}

const mega = 1024 * 1024

/**
 * Stores an uploaded picture and returns its path, the same for the same picture. Throws 400 for the field `content`
 * if it is not a readable picture, and 413 if it is too large.
 */
async function storePicture(
  db: Db,
  { name, content, crop }: PictureForm,
  { pictures, actor, now }: Deed & { pictures: PictureStore },
): Promise<ReplyOf<typeof uploadContract>> {
  const bytes = Buffer.from(content.slice(content.indexOf(',') + 1), 'base64')
  if (bytes.length > largestPicture) {
    const message = `The picture is larger than ${largestPicture / mega} MB`
    throw invalidInput([{ field: 'content', message }], 'too_large')
  }
  if (bytes.length === 0) throw invalidInput([{ field: 'content', message: 'It is not base64' }])
  const kept = await pictures.keep(bytes, crop)
  const details = { address: kept.address, size: kept.size }
  await writeAuditEntry(db, actor, { action: 'picture_uploaded', subject: name, details, now })
  return kept
}

/**
 * Generates the variants of the front page's hero picture that the first visitor would wait for, as WebP, one width
 * after the other, with 1.4 s of processor time in total. AVIF takes twenty times as long, so it is generated on
 * request, and WebP is sent meanwhile. Skips existing variants.
 */
async function prepareHero(
  variants: Variants,
  { folder, pictures }: { folder: string; pictures: PictureStore },
  { hero }: Site,
) {
  for (const image of [hero.image && hero.narrowImage, hero.image]) {
    const kept = image && (await pictures.find(image.src.replace('/images/', '')))
    const picture = kept ?? (await findPictureAt(folder, image?.src ?? null))
    if (!image || !picture || picture.format === 'svg') continue
    for (const width of widths.map(Number).filter((made) => made <= image.width)) {
      await variants.find(picture, { format: 'webp', width })
    }
  }
}
