/**
 * What the documents at /docs need before they are drawn, so that nothing moves afterwards: the
 * theme, the language of code, and that scripts run. It imports nothing.
 */
const root = document.documentElement;
const theme = localStorage.getItem('rowhouse-theme') ?? 'system';
root.classList.add('scripted');
if (theme !== 'system') root.dataset.theme = theme;
root.dataset.language = localStorage.getItem('rowhouse-language') ?? 'curl';
