import { VisitCard } from './visit/visit-card.tsx'

export default VisitCard
