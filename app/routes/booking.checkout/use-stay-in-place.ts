import { useSubmit } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { promoId } from './savings-field.tsx'

/** After these buttons the customer is still filling in the page. */
const staying = ['update', 'apply-promo', 'remove-promo', 'renew-hold', 'hold-again']

/**
 * An `onSubmit`: a button that only saves keeps scroll and focus (L7). The fields restart at each `savedAt`, so focus
 * is restored by id.
 */
export function useStayInPlace(savedAt: number, answer: unknown) {
	const submit = useSubmit()
	const focusAfter = useRef<string | null>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: the fields restart at each `savedAt`.
	useEffect(() => {
		// A refusal takes the focus itself.
		if (focusAfter.current !== null && !answer)
			findElement(focusAfter.current)?.focus({ preventScroll: true })
		focusAfter.current = null
	}, [savedAt])
	return (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent
		if (!(submitter instanceof HTMLButtonElement) || !staying.includes(submitter.value)) return
		event.preventDefault()
		const isPromo = submitter.value.endsWith('-promo')
		focusAfter.current = isPromo ? promoId : (document.activeElement?.id ?? null)
		submit(submitter, { method: 'post', preventScrollReset: true })
	}
}

/** An applied code replaces its field, from which Enter sent it. */
function findElement(id: string): HTMLElement | null {
	return document.getElementById(id) ?? (id === 'promoCode' ? document.getElementById(promoId) : null)
}
