import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSite } from '#features/site/server/load-site.ts'
import { listGalleryMails, renderGallery } from '#main/mail-gallery.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { loadConfig, processEnvironment } from '#platform/settings/config.ts'
import { runCommand } from './command.ts'

/**
 * `npm run mails -- FOLDER`: writes every kind of mail in every state as HTML, text and calendar file, with an
 * `index.html` that shows all of them.
 */
await runCommand(async ([folder]) => {
  if (!folder) throw new OperatorError('Usage: npm run mails -- FOLDER')
  const site = await loadSite(loadConfig(processEnvironment()).siteFile)
  const mails = listGalleryMails(site)
  await mkdir(folder, { recursive: true })
  for (const { kind, state, html, text, mail } of mails) {
    const name = [kind, ...state.split(/\W+/)].filter(Boolean).join('-')
    await writeFile(join(folder, `${name}.html`), html)
    await writeFile(join(folder, `${name}.txt`), text)
    if (mail.calendar) await writeFile(join(folder, `${name}.ics`), mail.calendar.content)
  }
  await writeFile(join(folder, 'index.html'), renderGallery(mails))
  return `${mails.length} mails are in ${folder}. Open index.html.`
})
