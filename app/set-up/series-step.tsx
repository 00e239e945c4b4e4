import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { createDraftKeeper } from '#client/admin/draft-keeper.ts'
import { FieldFrame, fieldBox } from '#client/ui/field.tsx'
import { ruleOf } from '#features/site/admin/site-draft.ts'
import { dayInZone, type DisplayZone, formatEventTime, instantInZone } from '#kernel/event-time.ts'
import type { Site } from '#kernel/site.ts'
import { listTimeZones } from '#kernel/time-zones.ts'
import { StepField, StepText } from './step-field.tsx'
import { StepLead, type StepProps } from './step-frame.tsx'
import { SiteStepForm } from './site-step-form.tsx'
import type { KeptStep, SiteStep } from './use-site-step.ts'

type SeriesDraft = {
  name: string
  hostName: string
  hostTitle: string
  headline: string
  lead: string
  zone: string
  suffix: string
}

const keeper = createDraftKeeper<KeptStep<SeriesDraft>>()

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

/** Errors for empty fields. */
const needed = {
  name: 'Enter the name of the series',
  hostName: 'Enter who asks the questions',
  hostTitle: 'Say in a few words who the host is',
  headline: 'Enter a headline',
  lead: 'Say in a sentence what visitors find here',
}
type Needed = keyof typeof needed

const step: SiteStep<SeriesDraft> = {
  note: 'Set-up: name, host and time zone',
  draftOf,
  contentOf,
  parts: [
    part('name', 'Name of the series'),
    part('hostName', 'Host'),
    part('hostTitle', 'Who the host is'),
    part('headline', 'Headline'),
    part('lead', 'What visitors find here'),
    part('zone', 'Time zone'),
    part('suffix', 'After a time'),
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

/** Returns empty fields: the sample's texts are displayed as examples only. */
function startEmpty(content: Site): SeriesDraft {
  const { display } = content
  const words = { name: '', hostName: '', hostTitle: '', headline: '', lead: '' }
  return { ...words, zone: browserZone() ?? display.zone, suffix: '' }
}

function browserZone(): string | undefined {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined
  return zone && zone !== 'UTC' ? zone : undefined
}

/** The step for the series' name, main texts and time zone. */
export function SeriesStep(props: StepProps) {
  const isNew = props.setup.steps.find((one) => one.step === props.name)?.state !== 'done'
  return (
    <>
      <StepLead>
        The first things visitors see. You can change these and all other texts later under Website.
      </StepLead>
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
  const example = (name: keyof SeriesDraft) =>
    examples && { placeholder: `As in: ${examples[name]}` }
  return (
    <>
      <StepField<SeriesDraft>
        name="name"
        label="Name of the series"
        required
        maxLength={ruleOf('series.name').limit}
        {...example('name')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <StepField<SeriesDraft>
          name="hostName"
          label="Host"
          description="Who asks the questions."
          required
          maxLength={ruleOf('series.host.name').limit}
          {...example('hostName')}
        />
        <StepField<SeriesDraft>
          name="hostTitle"
          label="Who the host is"
          description="A few words below the name."
          required
          maxLength={ruleOf('series.host.title').limit}
          {...example('hostTitle')}
        />
      </div>
      <StepField<SeriesDraft>
        name="headline"
        label="Headline of the front page"
        required
        maxLength={ruleOf('hero.headline').limit}
        {...example('headline')}
      />
      <StepText<SeriesDraft>
        name="lead"
        label="What visitors find here"
        description="A sentence or two below the headline."
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
        description="Dates and times go by it."
        required
        className=""
        error={getFieldState('zone', formState).error?.message}
        hint={own && own === zone ? 'The zone of this browser.' : undefined}
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
        label="After a time"
        description="Left empty it is the zone’s short name on that day."
        maxLength={ruleOf('display.suffix').limit}
        hint={`Shown as ${exampleTime({ zone, suffix: suffix.trim() })}`}
      />
    </div>
  )
}

/** Formats today at 18:00 as the site would. */
function exampleTime(display: DisplayZone): string {
  const start = instantInZone(dayInZone(new Date(), display.zone), '18:00', display.zone)
  const times = { status: 'upcoming', eventDate: null, eventEndTime: null } as const
  return formatEventTime({ ...times, eventTime: start.toISOString() }, display) ?? ''
}
