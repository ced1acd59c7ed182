import { ButtonLink } from '#app/ui/button.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { VisitCard as Visit } from './visits-view.server.ts'

/** One visit of the list, with what can be done about it in its state. */
export function VisitCard({ visit }: { visit: Visit }) {
	const { tab, status, shopId } = visit
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<h2 className="min-w-0">{visit.services}</h2>
				<Tag tone={status.tone}>{status.label}</Tag>
			</div>
			<p className="soft text-sm num">Ref: {visit.reference}</p>
			<p className="mt-2">
				<b className="num">{visit.when}</b>
			</p>
			<p className="text-sm">{visit.who}</p>
			<p className="soft text-sm">{visit.address}</p>
			<p className="mt-2">
				<b className="num">{visit.total}</b>
			</p>
			<div className="row mt-3">
				{tab === 'pending' && visit.movePage && (
					<ButtonLink to={visit.movePage} size="small" variant="quiet" className="flex-1">
						Reschedule
					</ButtonLink>
				)}
				{tab === 'completed' && (
					<ButtonLink
						to={`/appointments/review?visit=${visit.id}`}
						size="small"
						variant="quiet"
						className="flex-1"
					>
						Review
					</ButtonLink>
				)}
				{tab !== 'pending' && (
					<ButtonLink
						to={`/booking/service-selection?shop=${shopId}`}
						size="small"
						variant="quiet"
						className="flex-1"
					>
						Rebook
					</ButtonLink>
				)}
				{tab === 'pending' && (
					<ButtonLink to={visit.detailsPage} size="small" variant="quiet" className="flex-1">
						View Details
					</ButtonLink>
				)}
			</div>
		</li>
	)
}
