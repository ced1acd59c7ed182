import { VisitCard } from '#app/routes/visit/visit-card.tsx'

export const hoursCalls = [VisitCard]
