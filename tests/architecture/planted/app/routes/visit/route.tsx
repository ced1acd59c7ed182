import { report } from '../../../scripts/report.ts'
import { visits } from '#db/schema/booking.ts'
import { VisitCard } from './visit-card.tsx'

export const loader = () => [report, visits, 'SELECT name FROM shops WHERE 1']
export default VisitCard
