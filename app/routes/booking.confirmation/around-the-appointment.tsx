import { Form, Link } from '@remix-run/react'
import { lateChoices } from '#app/domain/booking/appointment/appointment-policy.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

/** One tap tells the shop, which reads it at its kiosk and in its mail. */
export function RunningLate({ toldMinutes, page }: { toldMinutes: number | null; page: string }) {
	return (
		<Form method="post" action={page} className="mt-4">
			<h2 className="mb-2">Running late?</h2>
			<input type="hidden" name="intent" value="late" />
			<div className="row">
				{lateChoices.map((minutes) => (
					<SubmitButton
						key={minutes}
						variant="quiet"
						size="small"
						className="flex-1"
						name="minutes"
						value={minutes}
						busyLabel="Telling…"
					>
						{minutes} min<span className="sr"> late</span>
					</SubmitButton>
				))}
			</div>
			<p className="hint mt-2">
				{toldMinutes === null
					? 'Tap once and we’ll tell the shop.'
					: `You told the shop you’re about ${toldMinutes} min late.`}{' '}
				They may need to move your visit.
			</p>
		</Form>
	)
}

/** The reported problem of a past visit with its answer, and the way to report one. */
export function PastProblem({
	problem,
	page,
}: {
	problem: ConfirmationView['problem']
	page: ConfirmationView['problemPage']
}) {
	return (
		<>
			{problem && (
				<Notice tone="info" className="mt-3" title={`${problem.words}.`}>
					{problem.isOpen
						? 'The shop has your message, and will answer here.'
						: `The shop answered: ${problem.answer}`}
				</Notice>
			)}
			{page && (
				<p className="mt-4">
					<Link to={page} className="tap">
						Report a problem
					</Link>
				</p>
			)}
		</>
	)
}
