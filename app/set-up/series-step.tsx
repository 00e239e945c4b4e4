import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { FieldFrame, fieldBox } from '#client/ui/field.tsx'
import { ruleOf } from '#features/site/admin/site-draft.ts'
import { dayInZone, type DisplayZone, formatEventTime, instantInZone } from '#kernel/event-time.ts'
import type { Site } from '#kernel/site.ts'
import { listTimeZones } from '#kernel/time-zones.ts'
import { StepField, StepText } from './step-field.tsx'
import { StepLead, type StepProps } from './step-frame.tsx'
import { SiteStepForm } from './site-step-form.tsx'
import type { SiteStep, StepBase } from './use-site-step.ts'

type SeriesDraft = {
  name: string
  hostName: string
  hostTitle: string
  headline: string
  lead: string
  zone: string
  suffix: string
}

const keeper = createDraftKeeper<SeriesDraft, StepBase>()

function draftOf({ series, hero, display }: Site): SeriesDraft {
  return {
    name: series.name,
    hostName: series.host.name,
    hostTitle: series.host.title,
    headline: hero.headline,
    lead: hero.lead,
    ...display,
  }
}

function contentOf(draft: SeriesDraft, content: Site): Site {
  const host = { name: draft.hostName.trim(), title: draft.hostTitle.trim() }
  return {
    ...content,
    series: { ...content.series, name: draft.name.trim(), host },
    hero: { ...content.hero, headline: draft.headline.trim(), lead: draft.lead.trim() },
    display: { zone: draft.zone, suffix: draft.suffix.trim() },
  }
}

function part(name: keyof SeriesDraft, label: string): DraftPart<SeriesDraft> {
  return {
    label,
    show: (draft) => draft[name] || 'empty',
    isSame: (one, other) => one[name] === other[name],
    take: (from, into) => ({ ...into, [name]: from[name] }),
  }
}

/** Errors of required fields that are empty. */
const needed = {
  name: 'Enter the name of the series',
  hostName: 'Enter the name of the host',
  hostTitle: 'Enter the job title of the host',
  headline: 'Enter a headline',
  lead: 'Enter an introduction',
}
type Needed = keyof typeof needed

const step: SiteStep<SeriesDraft> = {
  note: 'Setup guide: name, host and time zone',
  draftOf,
  contentOf,
  parts: [
    part('name', 'Series name'),
    part('hostName', 'Host'),
    part('hostTitle', 'Host’s job title'),
    part('headline', 'Headline'),
    part('lead', 'Introduction'),
    part('zone', 'Time zone'),
    part('suffix', 'Time zone abbreviation'),
  ],
  places: {
    'series.name': 'name',
    'series.host.name': 'hostName',
    'series.host.title': 'hostTitle',
    'hero.headline': 'headline',
    'hero.lead': 'lead',
    'display.zone': 'zone',
    'display.suffix': 'suffix',
  },
  mistakesOf: (draft) => {
    const missing = Object.entries(needed).filter(([name]) => !draft[name as Needed].trim())
    return Object.fromEntries(missing)
  },
}

/** Returns empty texts, because the form shows the sample content's texts as placeholders only. */
function startEmpty(content: Site): SeriesDraft {
  const { display } = content
  const words = { name: '', hostName: '', hostTitle: '', headline: '', lead: '' }
  return { ...words, zone: browserZone() ?? display.zone, suffix: '' }
}

function browserZone(): string | undefined {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined
  return zone && zone !== 'UTC' ? zone : undefined
}

/** Setup step for the series' name, main texts and time zone. */
export function SeriesStep(props: StepProps) {
  const isNew = props.setup.steps.find((one) => one.step === props.name)?.state !== 'done'
  return (
    <>
      <StepLead>You can change this and all other page text later under Website.</StepLead>
      <SiteStepForm
        {...props}
        keeper={keeper}
        step={isNew ? { ...step, startOf: startEmpty } : step}
      >
        {({ base }) => <SeriesFields examples={isNew ? draftOf(base.content) : undefined} />}
      </SiteStepForm>
    </>
  )
}

function SeriesFields({ examples }: { examples: SeriesDraft | undefined }) {
  const example = (name: keyof SeriesDraft) => examples && { placeholder: `e.g. ${examples[name]}` }
  return (
    <>
      <StepField<SeriesDraft>
        name="name"
        label="Series name"
        required
        maxLength={ruleOf('series.name').limit}
        {...example('name')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <StepField<SeriesDraft>
          name="hostName"
          label="Host"
          required
          maxLength={ruleOf('series.host.name').limit}
          {...example('hostName')}
        />
        <StepField<SeriesDraft>
          name="hostTitle"
          label="Host’s job title"
          required
          maxLength={ruleOf('series.host.title').limit}
          {...example('hostTitle')}
        />
      </div>
      <StepField<SeriesDraft>
        name="headline"
        label="Headline"
        required
        maxLength={ruleOf('hero.headline').limit}
        {...example('headline')}
      />
      <StepText<SeriesDraft>
        name="lead"
        label="Introduction"
        description="One or two sentences, shown below the headline."
        required
        maxLength={ruleOf('hero.lead').limit}
        inputClassName="field-sizing-content min-h-24"
        {...example('lead')}
      />
      <ZoneFields />
    </>
  )
}

function ZoneFields() {
  const { register, getFieldState, formState } = useFormContext<SeriesDraft>()
  const { zone, suffix } = useWatch<SeriesDraft>() as SeriesDraft
  const own = browserZone()
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <FieldFrame
        id={undefined}
        label="Time zone"
        description="Dates and times are shown in this time zone."
        required
        className=""
        error={getFieldState('zone', formState).error?.message}
        hint={own && own === zone ? 'This is the time zone of your browser.' : undefined}
      >
        {(framed) => (
          <select {...register('zone')} {...framed} className={`${fieldBox} h-12`}>
            {listTimeZones(zone).map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <StepField<SeriesDraft>
        name="suffix"
        label="Time zone abbreviation"
        description="Shown after times, such as 18:00 CAT."
        maxLength={ruleOf('display.suffix').limit}
        hint={`Visitors see: ${exampleTime({ zone, suffix: suffix.trim() })}`}
      />
    </div>
  )
}

/** Formats today at 18:00 as the site would show an event's time. */
function exampleTime(display: DisplayZone): string {
  const start = instantInZone(dayInZone(new Date(), display.zone), '18:00', display.zone)
  const times = { status: 'upcoming', eventDate: null, eventEndTime: null } as const
  return formatEventTime({ ...times, eventTime: start.toISOString() }, display) ?? ''
}
