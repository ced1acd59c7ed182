import { VisitCard } from '#app/routes/visit/visit-card.tsx'

import * as z from 'zod'

const closed = z.string().regex(/^a$/)
export const reason = closed.or(z.email()).or(z.string().trim().max(3))
export const hoursCalls = [VisitCard]
