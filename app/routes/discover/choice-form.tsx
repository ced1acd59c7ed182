import { Form, useSubmit } from '@remix-run/react'
import type { FormEvent, ReactNode } from 'react'

interface ChoiceFormProps {
	className?: string
	role?: 'search'
	/** Where the answer is looked at; else at the top of the page, where it may be a problem of a field. */
	at?: string
	children: ReactNode
}

/** A form whose fields become the list's address: with script at once without the empty ones, else by a redirect. */
export function ChoiceForm({ at, children, ...form }: ChoiceFormProps) {
	const submit = useSubmit()
	const action = at ? `/discover#${at}` : '/discover'
	function submitFilled(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const fields = new URLSearchParams()
		for (const [name, value] of new FormData(event.currentTarget))
			if (typeof value === 'string' && value !== '') fields.append(name, value)
		submit(fields, { method: 'get', action })
	}
	return (
		<Form method="get" action={action} onSubmit={submitFilled} {...form}>
			{children}
		</Form>
	)
}
