import { format } from 'date-fns/format'
import { newId } from '#app/kernel/id.server.ts'
import type { FormFields } from '#app/http/read-form.server.ts'

export const VisitCard = (fields: FormFields) => newId() + String(fields)

type Day = (date: string) => string
type Civil = (zone: string, at: number) => { date: string }

export const untilWords = (dateLabel: Day, civilAt: Civil, zone: string, plan: { endsAt: number }) =>
	dateLabel(civilAt(zone, plan.endsAt).date)

export const dayWords = (at: Date) => format(at, 'd MMM') + at.toLocaleDateString()
