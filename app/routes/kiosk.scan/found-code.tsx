import { Link } from '@remix-run/react'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { OptionRow } from '#app/ui/form/fields.tsx'
import { useAnswerFocus } from '#app/ui/form/form-state.ts'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** `after`: the price with the reward; null where `detail` says why the reward does not fit. */
type RewardAppointmentView = { referenceNumber: string; time: string; detail: string; after: string | null }

/** A code's result: done at once, a reward to compare, an order to pay, or a customer with several appointments. */
export type Found =
	| { kind: 'done'; title: string; name: string; lines: string[] }
	| {
			kind: 'reward'
			name: string
			words: string
			at: string
			code: string
			act: string
			appointments: RewardAppointmentView[] | null
	  }
	| {
			kind: 'order'
			name: string
			holder: string
			amount: string
			late: string | null
			code: string
			act: string
	  }
	| {
			kind: 'member'
			name: string
			walkIn: string
			appointments: { referenceNumber: string; time: string }[]
	  }

export function FoundCode({ found }: { found: Found }) {
	const box = useAnswerFocus(found, false)
	if (found.kind === 'done')
		return (
			<Notice tone="success" role="status" className="mb-4" box={box}>
				<p className="big">{found.title}</p>
				<p>
					<b>{found.name}</b>
				</p>
				{found.lines.map((line) => (
					<p key={line}>{line}</p>
				))}
			</Notice>
		)
	if (found.kind === 'reward') {
		const { appointments } = found
		const isPossible = appointments === null || appointments.some(({ after }) => after !== null)
		return (
			<Notice role="status" className="mb-4" box={box}>
				<p>
					<b>{found.name}</b>
				</p>
				<p>The customer’s voucher must show these words now, at {found.at}:</p>
				<p className="big">{found.words}</p>
				<KioskForm act={found.act} hidden={{ code: found.code }}>
					{appointments && <RewardAppointments appointments={appointments} />}
					<div className="acts">
						{isPossible && (
							<SubmitButton size="small" name="intent" value="use" busyLabel="Saving…">
								{appointments ? 'Take it off the bill' : 'Mark as used'}
							</SubmitButton>
						)}
						<SubmitButton size="small" variant="quiet" name="intent" value="look" busyLabel="Refreshing…">
							Refresh the words
						</SubmitButton>
					</div>
				</KioskForm>
			</Notice>
		)
	}
	if (found.kind === 'order')
		return (
			<Notice role="status" className="mb-4" box={box}>
				<p>
					<b>{found.name}</b> for {found.holder}
				</p>
				<p>To collect:</p>
				<p className="big num">{found.amount}</p>
				{found.late && <p>{found.late}</p>}
				<KioskForm act={found.act} hidden={{ code: found.code }} className="acts">
					<SubmitButton size="small" name="intent" value="start" busyLabel="Starting…">
						Mark as paid and start it
					</SubmitButton>
				</KioskForm>
			</Notice>
		)
	return (
		<Notice role="status" className="mb-4" box={box}>
			<p className="big">{found.name}</p>
			<ul className="acts">
				{found.appointments.map(({ referenceNumber, time }) => (
					<li key={referenceNumber}>
						<Link to={`/kiosk/visits/${referenceNumber}`} className="tap num">
							Visit at {time}
						</Link>
					</li>
				))}
			</ul>
			<p className="mt-3">
				<ButtonLink to={found.walkIn} variant="quiet" size="small">
					Book a walk-in
				</ButtonLink>
			</p>
		</Notice>
	)
}

/** Today's appointments for a discount or a free service; the first that fits is preselected. */
function RewardAppointments({ appointments }: { appointments: RewardAppointmentView[] }) {
	const first = appointments.find(({ after }) => after !== null)
	return (
		<fieldset className="field mt-3">
			<legend className="label">
				{appointments.length === 1 ? 'Today’s visit' : 'Which visit is it for?'}
			</legend>
			{appointments.map(({ referenceNumber, time, detail, after }) =>
				after === null ? (
					<div key={referenceNumber} className="opt">
						<div>
							<Link to={`/kiosk/visits/${referenceNumber}`} className="num">
								{time}
							</Link>
							<small>{detail}</small>
						</div>
					</div>
				) : (
					<OptionRow
						key={referenceNumber}
						name="visit"
						value={referenceNumber}
						title={time}
						detail={detail}
						end={after}
						defaultChecked={referenceNumber === first?.referenceNumber}
					/>
				),
			)}
		</fieldset>
	)
}
