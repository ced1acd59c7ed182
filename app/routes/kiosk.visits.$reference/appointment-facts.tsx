import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextArea } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
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

/** The customer's report, and a field for the one answer that settles it. */
export function AppointmentProblem({
	problem,
	act,
	form,
}: {
	problem: NonNullable<KioskAppointmentView['problem']>
	act: string
	form: FormState
}) {
	return (
		<Card as="section" className="mt-4">
			<h2>{problem.title}</h2>
			<p className="soft text-sm">Reported by the customer on {problem.toldLabel}</p>
			{problem.words && <p className="mt-2">{problem.words}</p>}
			{problem.answer && (
				<p className="mt-2">
					<b>Your answer:</b> {problem.answer}
				</p>
			)}
			{problem.isOpen && (
				<KioskForm act={act} noValidate>
					<TextArea
						field={form.field('answer')}
						label="Answer"
						hint="The customer reads it on their booking’s page, and the problem is closed."
						rows={3}
					/>
					<SubmitButton name="intent" value="answer-problem" busyLabel="Sending…" className="mt-3">
						Answer
					</SubmitButton>
				</KioskForm>
			)}
		</Card>
	)
}
