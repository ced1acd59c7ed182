import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Choices } from '#app/ui/kiosk/choices.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { KioskAppointmentView } from './appointment-view.server.ts'

export function AppointmentActions({ appointment, act }: { appointment: KioskAppointmentView; act: string }) {
	const { referenceNumber, editPage, actions, due, isDue, waits, isOpen, isOwn, colleagues } = appointment
	const paid = due ? `${due} paid` : 'paid'
	if (isOwn)
		return (
			<Notice tone="info" title="Your own visit">
				The account that booked this visit is signed in on this device. Ask a colleague to close it on another
				one, or sign out of the customers’ app first.
			</Notice>
		)
	return (
		<div>
			<KioskForm act={act} className="two">
				{actions.arrive && (
					<SubmitButton name="intent" value="arrive" busyLabel="Saving…">
						Arrived
					</SubmitButton>
				)}
				{actions.complete && (
					<SubmitButton
						name="intent"
						value="complete"
						busyLabel="Saving…"
						variant={actions.arrive ? 'quiet' : 'main'}
					>
						{isDue ? `Complete, ${paid}` : 'Complete'}
					</SubmitButton>
				)}
				{actions.complete && isDue && (
					<SubmitButton name="intent" value="complete-unpaid" busyLabel="Saving…" variant="quiet">
						Complete, not paid
					</SubmitButton>
				)}
				{actions.transfer && (
					<SubmitButton name="intent" value="transfer-paid" busyLabel="Saving…" variant="quiet">
						Transfer of {due} received
					</SubmitButton>
				)}
				{actions.confirm && (
					<SubmitButton name="intent" value="confirm" busyLabel="Saving…" variant="quiet">
						Confirm
					</SubmitButton>
				)}
				{actions.miss && (
					<SubmitButton name="intent" value="miss" busyLabel="Saving…" variant="danger">
						No-show
					</SubmitButton>
				)}
				{actions.undo && (
					<SubmitButton name="intent" value="undo" busyLabel="Saving…">
						Undo: open it again
					</SubmitButton>
				)}
			</KioskForm>
			{waits && <p className="soft num mt-3">{waits}</p>}
			{!isOpen && !actions.undo && <p className="soft">This visit is over.</p>}
			{colleagues.length > 0 && (
				<section>
					<h2>Hand over to</h2>
					<KioskForm act={act} hidden={{ intent: 'hand-over' }}>
						<Choices>
							{colleagues.map(({ id, name, word }) => (
								<button key={id} type="submit" name="staff" value={id}>
									<b>{name}</b>
									{word && <span className="soft">{word}</span>}
								</button>
							))}
						</Choices>
					</KioskForm>
				</section>
			)}
			{isOpen && editPage && (
				<p className="bar mt-4">
					<ButtonLink to={editPage} variant="quiet" size="small">
						Change this visit
					</ButtonLink>
					<ButtonLink to={`/kiosk/visits/${referenceNumber}/cancel`} variant="danger" size="small">
						Cancel this visit
					</ButtonLink>
				</p>
			)}
		</div>
	)
}
