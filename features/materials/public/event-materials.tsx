import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { MaterialList } from './material-list.tsx'

/**
 * Renders the materials of an event that this visitor may see. The page is the same for every visitor, so materials
 * for registrants and members are loaded afterwards.
 */
export function EventMaterials({ event }: { event: EventPage }) {
  const own = useQuery({
    queryKey: ['/api/event-materials', event.id],
    queryFn: ({ signal }) =>
      call('GET /api/event-materials/:id', { params: { id: event.id }, signal }),
    enabled: event.hasMoreMaterials === true,
    retry: 1,
  })
  const materials = own.data ?? event.materials ?? []
  const hidesSome = event.hasMoreMaterials && materials.length === (event.materials?.length ?? 0)
  if (materials.length === 0 && !hidesSome) return null
  return (
    <section aria-labelledby="materials-heading" className="max-w-reading">
      <h2 id="materials-heading" className="text-heading">
        Materials
      </h2>
      {hidesSome && (
        <p className="mt-2 text-muted">
          Registrants and library members can see more materials here.
        </p>
      )}
      <div className="mt-3 empty:hidden">
        {materials.length > 0 && <MaterialList materials={materials} />}
      </div>
    </section>
  )
}
