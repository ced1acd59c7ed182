import { report } from '../../../scripts/report.ts'
import { useActionData } from '@remix-run/react'
import { visits } from '#db/schema/booking.ts'
import { VisitCard } from './visit-card.tsx'

export { clientAction } from '#app/ui/form/post-answer.ts'
export const answer = useActionData
export const loader = () => [report, visits, 'SELECT name FROM shops WHERE 1']
export default VisitCard
