import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { backups } from '#features/events/admin/event-queries.ts'
import { setupState } from '#features/setup/admin/setup-queries.ts'
import { StepLead, type StepProps } from './step-frame.tsx'

const askAgainMs = 1500
