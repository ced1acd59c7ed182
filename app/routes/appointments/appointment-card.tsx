import { Form } from '@remix-run/react'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { AppointmentCardView } from './appointments-view.server.ts'

export function AppointmentCard({ appointment }: { appointment: AppointmentCardView }) {
	const { tab, status } = appointment
	const itsName = (
		<span className="sr">
			: {appointment.services}, {appointment.when}
		</span>
	)
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<h2 className="min-w-0">{appointment.services}</h2>
				<Tag tone={status.tone}>{status.label}</Tag>
			</div>
			<p className="soft text-sm num">Ref: {appointment.referenceNumber}</p>
			<p className="mt-2">
				<b className="num">{appointment.when}</b>
			</p>
			<p className="text-sm">{appointment.who}</p>
			{appointment.isByShop && <p className="soft text-sm">Booked for you by the shop</p>}
			<p className="soft text-sm">{appointment.address}</p>
			<p className="mt-2">
				<b className="num">{appointment.total}</b>
			</p>
			<div className="row mt-3 flex-wrap">
				{tab === 'pending' && appointment.movePage && (
					<ButtonLink to={appointment.movePage} size="small" variant="quiet" className="flex-1">
						Reschedule{itsName}
					</ButtonLink>
				)}
				{appointment.reviewLabel && (
					<ButtonLink
						to={`/appointments/review?visit=${appointment.id}`}
						size="small"
						variant="quiet"
						className="flex-1"
					>
						{appointment.reviewLabel}
						{itsName}
					</ButtonLink>
				)}
				{tab !== 'pending' && (
					<Form method="post" action={appointment.detailsPage} className="row flex-1">
						<SubmitButton size="small" variant="quiet" className="flex-1" name="intent" value="again">
							Rebook{itsName}
						</SubmitButton>
					</Form>
				)}
				{/* For a past appointment too: its page takes reports of a problem. */}
				<ButtonLink to={appointment.detailsPage} size="small" variant="quiet" className="flex-1">
					View Details{itsName}
				</ButtonLink>
			</div>
		</li>
	)
}
