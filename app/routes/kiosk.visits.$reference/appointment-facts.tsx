import { Card } from '#app/ui/card.tsx'
import type { KioskAppointmentView } from './appointment-view.server.ts'

export function AppointmentFacts({ appointment }: { appointment: KioskAppointmentView }) {
	const { referenceNumber, services, addOns, note, bookingNotes, contact, money, happened, reason } =
		appointment
	return (
		<Card as="section">
			<dl className="facts">
				<Fact name="Reference" lines={[referenceNumber]} />
				<Fact name="Services" lines={services} />
				<Fact name="Add-ons" lines={addOns} />
				{bookingNotes.map(({ label, text }) => (
					<Fact key={label} name={label} lines={[text]} />
				))}
				<Fact name="Note" lines={note ? [note] : []} />
				{contact && (
					<div>
						<dt>Phone</dt>
						<dd>
							{contact.phone ? (
								<a href={`tel:${contact.phone}`} className="tap">
									{contact.phone}
								</a>
							) : (
								'None'
							)}
						</dd>
					</div>
				)}
				<Fact name="Email" lines={contact?.email ? [contact.email] : []} />
				{money.map(({ name, amount }) => (
					<Fact key={name} name={name} lines={[amount]} />
				))}
				<Fact name="History" lines={happened} />
				<Fact name="Reason given" lines={reason ? [reason] : []} />
			</dl>
		</Card>
	)
}

function Fact({ name, lines }: { name: string; lines: string[] }) {
	if (lines.length === 0) return null
	return (
		<div>
			<dt>{name}</dt>
			<dd className="num">
				{lines.map((line) => (
					<p key={line}>{line}</p>
				))}
			</dd>
		</div>
	)
}
