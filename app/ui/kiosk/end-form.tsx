import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SubmitButton } from '../button.tsx'

interface EndFormProps {
	/** What ends, as a screen reader is told. */
	name: string
	/** The field that names it, and its id. */
	field: string
	id: string
	act: string
	intent?: string
	/** Its end was asked for and refused. */
	isOpen: boolean
	/** On the button. */
	label: string
	/** What ending it means. */
	children: ReactNode
}

/** Ends a row of an owner's list, behind a tap that says what it means. */
export function EndForm({ name, field, id, act, intent = 'end', isOpen, label, children }: EndFormProps) {
	return (
		<details open={isOpen}>
			<summary className="tap">
				End<span className="sr"> {name}</span>
			</summary>
			<Form method="post">
				<input type="hidden" name="act" value={act} />
				<input type="hidden" name="intent" value={intent} />
				<p>{children}</p>
				<SubmitButton variant="danger" size="small" name={field} value={id} busyLabel="Ending…">
					{label}
				</SubmitButton>
			</Form>
		</details>
	)
}
