import { useEffect, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { DraftGuard } from '#client/admin/draft-guard.tsx'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { SaveBar } from '#features/sign-in/admin/save-bar.tsx'
import { writeCount } from '#kernel/write-count.ts'
import { EntryList } from './entry-list.tsx'
import { LookPart } from './look-part.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { SiteDraftKeeper } from './site-draft.ts'
import { SiteEditingContext } from './site-editing.ts'
import { SiteField } from './site-field.tsx'
import { siteGroups } from './site-groups.ts'
import type { SiteGroup, SiteSpec } from './site-specs.ts'
import { SiteHistory } from './site-history.tsx'
import { countMistakes } from './site-parts.ts'
import { SitePreview } from './site-preview.tsx'
import type { SiteState } from './site-queries.ts'
import { SiteStanding } from './site-standing.tsx'
import { useSiteForm, type SiteFormState } from './use-site-form.ts'

type SiteFormProps = { site: SiteState; keeper: SiteDraftKeeper }

/** Renders the form for the site's content, with a preview next to it. */
export function SiteForm({ site, keeper }: SiteFormProps) {
  const editor = useSiteForm(site, keeper)
  const { form, base, mistakes, setMistake, rounds, refusals, conflict } = editor
  const [isPublishing, setIsPublishing] = useState(false)
  const [view, setView] = useState<View>('form')
  const place = useRef<HTMLFormElement>(null)

  useFirstMistake(place, refusals)

  async function save() {
    if (!editor.isDirtyNow()) {
      showToast({ title: 'Nothing to Save', description: 'Everything is saved.' })
      return
    }
    if ((await editor.saveDraft()) !== undefined) {
      showToast({ title: 'Draft Saved', description: 'Publish it to show it to visitors.' })
    }
  }

  async function publish() {
    const version = editor.isDirtyNow() ? await editor.saveDraft() : base.version
    if (version === undefined) return
    if (version === site.published) {
      showToast({ title: 'Nothing to Publish', description: 'Everything is published.' })
    } else setIsPublishing(true)
  }

  return (
    <FormProvider {...form}>
      {site.locked && (
        <SetupNotes
          notes={[
            site.reason ??
              'This content is kept in a file on the server and cannot be edited here.',
          ]}
        />
      )}
      <SiteStanding site={site} base={base} />
      <ViewSwitch view={view} onView={setView} />
      <div className="mt-6 grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className={`min-w-0 ${view === 'form' ? '' : 'max-xl:hidden'}`}>
          <SiteEditingContext value={{ mistakes, setMistake, rounds, isLocked: site.locked }}>
            <form
              ref={place}
              noValidate
              aria-label="Site content"
              onSubmit={(event) => {
                event.preventDefault()
                void save()
              }}
              // When a field receives the focus, scroll it above the save bar, which covers the bottom of the screen.
              className="[&_:focus]:scroll-mb-28"
            >
              {siteGroups.map((group) => (
                <Group
                  key={group.title}
                  group={group}
                  wrong={countMistakes(mistakes, group.specs)}
                />
              ))}
              {!site.locked && (
                <SiteSaveBar
                  editor={editor}
                  isPublished={base.version === site.published}
                  onPublish={() => void publish()}
                />
              )}
            </form>
          </SiteEditingContext>
          <SiteHistory site={site} editor={editor} />
        </div>
        <div className={`min-w-0 ${view === 'page' ? '' : 'max-xl:hidden'}`}>
          <SitePreview version={base.version} />
        </div>
      </div>
      {isPublishing && (
        <PublishDialog
          site={site}
          base={base}
          onStale={editor.noticeRefusal}
          onClose={() => setIsPublishing(false)}
        />
      )}
      <DraftGuard
        draft={editor}
        title={`${conflict?.current.savedBy ?? 'Another administrator'} changed the site`}
      />
    </FormProvider>
  )
}

type SiteSaveBarProps = { editor: SiteFormState; isPublished: boolean; onPublish: () => void }

/** Renders the bar with the buttons to save and publish, and with the state of the draft. */
function SiteSaveBar({ editor, isPublished, onPublish }: SiteSaveBarProps) {
  // Rerender the bar on each change of the form, to update whether there are unsaved changes.
  useWatch()
  const { problem, isSaving, others, mistakes } = editor
  const saved = isPublished ? 'Everything is saved' : 'Draft not published'
  return (
    <SaveBar
      problem={problem}
      isAtFields={wrongFields(problem).length > 0}
      others={others}
      isSaving={isSaving}
      mistakes={Object.keys(mistakes).length}
      standing={editor.isDirtyNow() ? 'Unsaved changes' : saved}
    >
      <Button variant="secondary" onClick={() => isSaving || onPublish()}>
        Publish
      </Button>
    </SaveBar>
  )
}

type View = 'form' | 'page'

/** Renders the buttons that switch between form and preview on screens without space for both. */
function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const views = [
    ['form', 'Form'],
    ['page', 'Preview'],
  ] as const
  return (
    <div className="mt-6 flex gap-2 xl:hidden">
      {views.map(([name, label]) => (
        <Button
          key={name}
          variant={view === name ? 'primary' : 'secondary'}
          className="text-small!"
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Renders a collapsible group of fields that belong to the same part of the site. */
function Group({ group, wrong }: { group: SiteGroup; wrong: number }) {
  return (
    <details className="group border-b border-line first:border-t">
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 py-3">
        <span
          aria-hidden
          className="size-2 shrink-0 rotate-45 border-t-2 border-r-2 border-muted group-open:rotate-135"
        />
        <h2 className="text-subheading">{group.title}</h2>
        {wrong > 0 && (
          <span className="text-small font-medium text-danger">{writeCount(wrong, 'mistake')}</span>
        )}
      </summary>
      <div className="grid grid-cols-1 gap-5 pt-1 pb-8 sm:pl-5">
        <p className="text-muted">{group.about}</p>
        {group.specs.map((spec) => (
          <Spec key={spec.path} spec={spec} />
        ))}
      </div>
    </details>
  )
}

function Spec({ spec }: { spec: SiteSpec }) {
  if (spec.kind === 'list') return <EntryList list={spec} />
  return spec.kind === 'look' ? <LookPart spec={spec} /> : <SiteField spec={spec} />
}

/** After each rejected save, expands the group with the first invalid field and focuses that field. */
function useFirstMistake(place: React.RefObject<HTMLFormElement | null>, refusals: number) {
  const shown = useRef(0)
  useEffect(() => {
    if (refusals === shown.current) return
    shown.current = refusals
    const first = place.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')
    for (
      let folded = first?.closest('details');
      folded;
      folded = folded.parentElement?.closest('details')
    ) {
      folded.open = true
    }
    first?.focus({ preventScroll: true })
    // Scroll the field to the middle of the screen, away from the bars at top and bottom.
    first?.scrollIntoView({ block: 'center' })
  }, [place, refusals])
}
