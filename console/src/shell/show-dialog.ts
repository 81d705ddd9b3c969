/** Opens a dialog element or closes it. */
export function showOrClose(dialog: HTMLDialogElement | null, open: boolean): void {
  if (open && dialog?.open === false) dialog.showModal();
  if (!open) dialog?.close();
}
