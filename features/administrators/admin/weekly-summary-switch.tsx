import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, serverMessage } from '#client/api/call.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { weeklySummaryTime } from '#features/administrators/rules.ts'
import { administrators } from './settings-queries.ts'

/** Switches the weekly summary to the administrator's recovery email on or off. */
export function WeeklySummarySwitch({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      call('PUT /api/admin/weekly-summary', { body: { isOn: wanted } }),
    onSuccess: ({ isOn: isNowOn }) =>
      showToast({ title: isNowOn ? 'Weekly Summary On' : 'Weekly Summary Off' }),
    onError: (error) =>
      showFailure(
        'Not Changed',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: administrators.queryKey }),
  })
  return (
    <Checkbox
      className="mt-1 basis-full"
      label="Weekly summary by email"
      description={`Registrations, attendance and open tasks, ${weeklySummaryTime.label}.`}
      checked={change.isPending ? change.variables : isOn}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate(target.checked)}
    />
  )
}
