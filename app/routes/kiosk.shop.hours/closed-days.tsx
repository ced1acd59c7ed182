import type { ComponentProps } from 'react'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { OptionRow, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerSave } from '#app/ui/kiosk/owner-page.tsx'

type Answer = ComponentProps<typeof OwnerSave>['answer']

interface ClosedDaysProps {
	closedDays: { date: string; label: string; reason: string }[]
	holidays: HolidaysProps['holidays']
	today: string
	act: string
	/** The form that was sent last. */
	form: FormState
	answer: Answer
}

export function ClosedDays({ closedDays, holidays, today, act, form, answer }: ClosedDaysProps) {
	const sent = form.field('intent').defaultValue
	const close = sent === 'close' ? form : formState(null)
	return (
		<section>
			<h2>Closed days</h2>
			{closedDays.length === 0 ? (
				<p className="soft">None ahead.</p>
			) : (
				<Card kind="rows" as="ul">
					{closedDays.map(({ date, label, reason }) => (
						<li key={date} className="padded">
							<KioskForm act={act} hidden={{ intent: 'open' }}>
								<b className="num">{label}</b> <span className="soft">{reason}</span>
								<br />
								<SubmitButton variant="quiet" size="small" name="openDate" value={date} busyLabel="Opening…">
									Open after all<span className="sr"> on {label}</span>
								</SubmitButton>
							</KioskForm>
						</li>
					))}
				</Card>
			)}
			{holidays.length > 0 && (
				<Holidays
					holidays={holidays}
					act={act}
					form={form}
					answer={sent === 'holidays' ? answer : undefined}
				/>
			)}
			<KioskForm act={act} hidden={{ intent: 'close' }} className="form" key={`close ${act}`}>
				<h2>Close a day</h2>
				<TextField field={close.field('closedDate')} kind="date" label="Day" min={today} />
				<TextField
					field={close.field('closedReason')}
					kind="remark"
					label="Reason"
					hint="Customers read it, such as Public holiday."
					enterKeyHint="done"
				/>
				<OwnerSave answer={sent === 'close' ? answer : undefined} label="Close this day" />
			</KioskForm>
		</section>
	)
}

interface HolidaysProps {
	holidays: { date: string; name: string; label: string; isExpected: boolean }[]
	act: string
	form: FormState
	answer: Answer
}

/** The country's holidays on which the shop still opens, as tick boxes. */
function Holidays({ holidays, act, form, answer }: HolidaysProps) {
	return (
		<details open={answer !== undefined}>
			<summary className="tap">Public holidays</summary>
			<KioskForm act={act} hidden={{ intent: 'holidays' }} className="form" key={act}>
				<fieldset className="field" id="holiday">
					<legend className="hint">
						Tick the days you’re closed. Days that follow the moon are expected dates.
					</legend>
					{holidays.map(({ date, name, label, isExpected }) => (
						<OptionRow
							key={date}
							type="checkbox"
							name="holiday"
							value={date}
							defaultChecked={answer !== undefined && form.isChosen('holiday', date)}
							title={name}
							detail={isExpected ? `${label}, expected` : label}
						/>
					))}
				</fieldset>
				<OwnerSave answer={answer} label="Close on these days" />
			</KioskForm>
		</details>
	)
}
