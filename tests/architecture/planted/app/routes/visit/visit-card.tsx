import { newId } from '#app/kernel/id.server.ts'
import type { FormFields } from '#app/http/read-form.server.ts'

export const VisitCard = (fields: FormFields) => newId() + String(fields)
