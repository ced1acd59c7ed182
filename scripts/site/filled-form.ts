import type { HTMLElement } from 'node-html-parser'

/** Typed or chosen values by field name. A list ticks several boxes; null unticks. */
export type FormValues = Record<string, string | string[] | null>

export type SubmitOptions = {
	/** CSS selector of the pressed button; default: the form's first one, as the Enter key does. */
	button?: string
}

export type FilledForm = { method: 'GET' | 'POST'; action: string | undefined; body: URLSearchParams }

/** The data that a browser without script sends for a form (HTML standard, "Constructing the form data set"). */
export function filledForm(
	document: HTMLElement,
	selector: string,
	values: FormValues = {},
	options: SubmitOptions = {},
): FilledForm {
	const form = document.querySelector(selector)
	if (form?.tagName !== 'FORM') throw new Error(`no form ${selector}`)
	const controls = findControls(document, form)
	const button = pressedButton(controls, options.button, selector)
	const body = new URLSearchParams()
	const unused = new Set(Object.keys(values))

	for (const control of controls) {
		const name = control.getAttribute('name')
		if (isButton(control)) {
			if (control === button && name) body.append(name, control.getAttribute('value') ?? '')
			continue
		}
		if (!name) continue
		unused.delete(name)
		for (const value of postedValues(control, name in values ? values[name] : undefined))
			body.append(name, value)
	}
	if (unused.size > 0) throw new Error(`form ${selector} has no field ${[...unused].join(', ')}`)
	requireChosen(controls, values, body)

	return {
		method:
			(button?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toUpperCase() === 'POST'
				? 'POST'
				: 'GET',
		action: button?.getAttribute('formaction') ?? form.getAttribute('action'),
		body,
	}
}

/** The form's enabled controls, in the order of the page. */
function findControls(document: HTMLElement, form: HTMLElement): HTMLElement[] {
	const id = form.getAttribute('id')
	return document.querySelectorAll('input, select, textarea, button').filter((control) => {
		const owner = control.getAttribute('form')
		const belongs = owner === undefined ? control.closest('form') === form : owner === id
		return belongs && !control.hasAttribute('disabled') && !control.closest('fieldset[disabled]')
	})
}

function isButton(control: HTMLElement): boolean {
	return control.tagName === 'BUTTON' || ['submit', 'button', 'reset', 'image'].includes(controlType(control))
}

function controlType(control: HTMLElement): string {
	return (control.getAttribute('type') ?? (control.tagName === 'BUTTON' ? 'submit' : 'text')).toLowerCase()
}

function pressedButton(controls: HTMLElement[], wanted: string | undefined, form: string) {
	const buttons = controls.filter((control) => isButton(control) && controlType(control) === 'submit')
	if (wanted === undefined) return buttons[0]
	const found = buttons.find((button) => matches(button, wanted))
	if (!found) throw new Error(`form ${form} has no button ${wanted}`)
	return found
}

function matches(element: HTMLElement, selector: string): boolean {
	return element.parentNode?.querySelectorAll(selector).includes(element) ?? false
}

/** What a control sends after `typed`, or untouched (undefined). */
function postedValues(control: HTMLElement, typed: FormValues[string] | undefined): string[] {
	if (control.tagName === 'TEXTAREA') return [textTyped(typed) ?? control.textContent.replace(/^\n/, '')]
	if (control.tagName === 'SELECT') return selectedValues(control, typed)
	const type = controlType(control)
	const own = control.getAttribute('value')
	if (type === 'radio' || type === 'checkbox') {
		const value = own ?? 'on'
		const isOn = typed === undefined ? control.hasAttribute('checked') : asList(typed).includes(value)
		return isOn ? [value] : []
	}
	if (type === 'file') return []
	if (type === 'hidden' && typed !== undefined)
		throw new Error(`nobody types into the hidden field ${control.getAttribute('name')}`)
	return [textTyped(typed) ?? own ?? '']
}

function selectedValues(select: HTMLElement, typed: FormValues[string] | undefined): string[] {
	const options = select.querySelectorAll('option').filter((option) => !option.hasAttribute('disabled'))
	const optionValue = (option: HTMLElement) => option.getAttribute('value') ?? option.textContent.trim()
	if (typed !== undefined) return options.map(optionValue).filter((value) => asList(typed).includes(value))
	const chosen = options.filter((option) => option.hasAttribute('selected'))
	if (select.hasAttribute('multiple')) return chosen.map(optionValue)
	const only = chosen.at(-1) ?? options[0]
	return only ? [optionValue(only)] : []
}

/** A choice that the page does not offer is the test's mistake: a browser could not send it. */
function requireChosen(controls: HTMLElement[], values: FormValues, body: URLSearchParams) {
	for (const [name, wanted] of Object.entries(values)) {
		const isText = controls.some((control) => control.getAttribute('name') === name && isTextField(control))
		const sent = body.getAll(name)
		const missing = asList(wanted).filter((value) => !sent.includes(value))
		if (!isText && missing.length > 0)
			throw new Error(`the field ${name} does not offer ${missing.join(', ')}`)
	}
}

function isTextField(control: HTMLElement): boolean {
	return (
		control.tagName === 'TEXTAREA' ||
		(control.tagName === 'INPUT' && !['radio', 'checkbox'].includes(controlType(control)))
	)
}

function textTyped(typed: FormValues[string] | undefined): string | undefined {
	if (typed === undefined) return undefined
	return asList(typed)[0] ?? ''
}

function asList(value: FormValues[string] | undefined): string[] {
	if (value === null || value === undefined) return []
	return Array.isArray(value) ? value : [value]
}
