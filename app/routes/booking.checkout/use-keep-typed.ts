import { type RefObject, useEffect, useRef, useState } from 'react'
import { checkoutPath } from '#app/kernel/booking-paths.ts'

/** The storage key of values typed when the page was left. */
const copyKey = 'checkout'

interface KeepTypedOptions {
	draftId: string
	/** Changes with each save. */
	savedAt: number
	answer: unknown
	/** Reads the form again. */
	update: () => void
}

/**
 * Keeps typed values when the customer leaves by Back, a reload, or another app (B7). A beacon saves them. The tab
 * keeps a copy, because a reload asks for the page before the beacon is sent. Gives whether unsaved changes exist.
 */
export function useKeepTyped(
	element: RefObject<HTMLFormElement>,
	{ draftId, savedAt, answer, update }: KeepTypedOptions,
): boolean {
	const [changedSince, setChangedSince] = useState<number | null>(null)
	const isUnsaved = useRef(false)
	useEffect(() => {
		// A post that was answered with the page may have saved only a part.
		if (answer) isUnsaved.current = true
	}, [answer])
	useEffect(() => {
		const form = element.current
		if (!form) return
		const onInput = () => {
			isUnsaved.current = true
			setChangedSince(savedAt)
		}
		form.addEventListener('input', onInput)
		return () => form.removeEventListener('input', onInput)
	}, [element, savedAt])
	// biome-ignore lint/correctness/useExhaustiveDependencies: the copy is restored once, when the page opens.
	useEffect(() => {
		const form = element.current
		if (!form) return
		if (putBack(form, draftId)) {
			isUnsaved.current = true
			update()
		}
		const onSubmit = () => {
			isUnsaved.current = false
			sessionStorage.removeItem(copyKey)
		}
		const leave = () => {
			if (!isUnsaved.current) return
			isUnsaved.current = false
			const typed = listFields(form)
			sessionStorage.setItem(copyKey, typed.toString())
			typed.set('intent', 'update')
			navigator.sendBeacon(`${checkoutPath}.data`, typed)
		}
		const onHidden = () => document.visibilityState === 'hidden' && leave()
		form.addEventListener('submit', onSubmit)
		document.addEventListener('visibilitychange', onHidden)
		window.addEventListener('pagehide', leave)
		return () => {
			leave()
			form.removeEventListener('submit', onSubmit)
			document.removeEventListener('visibilitychange', onHidden)
			window.removeEventListener('pagehide', leave)
		}
	}, [element])
	return changedSince === savedAt
}

function listFields(form: HTMLFormElement): URLSearchParams {
	const fields = new URLSearchParams()
	for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
	return fields
}

/** Restores this draft's copy to the untouched fields. True if there was one. */
function putBack(form: HTMLFormElement, draftId: string): boolean {
	const copy = new URLSearchParams(sessionStorage.getItem(copyKey) ?? '')
	sessionStorage.removeItem(copyKey)
	if (copy.get('draft') !== draftId) return false
	for (const field of form.elements) {
		if (field instanceof HTMLTextAreaElement) putBackText(field, copy)
		else if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
		else if (field.type === 'radio' || field.type === 'checkbox') {
			if (field.checked !== field.defaultChecked) continue
			field.checked = copy.getAll(field.name).includes(field.value)
			if (field.checked) unfold(field)
		} else putBackText(field, copy)
	}
	return true
}

function putBackText(field: HTMLInputElement | HTMLTextAreaElement, copy: URLSearchParams): void {
	const text = copy.get(field.name)
	if (!text || field.value !== field.defaultValue) return
	field.value = text
	unfold(field)
}

function unfold(field: HTMLElement): void {
	const folded = field.closest('details')
	if (folded) folded.open = true
}
