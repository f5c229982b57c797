// Interactions of the demo pages. visit.js measures them; this script raises one event for it.
const byId = (id) => document.getElementById(id);

const answers = [
  [/pric|cost|seat|plan|discount/i, 'Starter costs 9, Team 19 and Scale 34 a seat and month.'],
  [/camera|privacy|gdpr|person|data/i, 'Sensors measure heights and directions; they take no pictures.'],
  [
    /import|export|csv|api/i,
    'Counts come in as CSV, one row per day and site, and go out by the quarter hour.',
  ],
  [
    /time|zone|report|differ/i,
    'The weekly report counts in UTC, the dashboard in the time zone of the account.',
  ],
];

function ask() {
  const question = byId('question').value.trim();
  if (question === '') return byId('question').focus();
  // Not a form: a submit event would count as a form submit.
  document.dispatchEvent(new Event('footfall:question'));
  const [, answer] = answers.find(([pattern]) => pattern.test(question)) ?? [];
  byId('answer').textContent = answer ?? 'Good question. Priya of our team answers by mail within a day.';
}

byId('ask')?.addEventListener('click', ask);
byId('question')?.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') ask();
});

for (const form of document.querySelectorAll('form[data-footfall]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = new FormData(form).get('name');
    byId('thanks').textContent = `Thank you, ${name}. This is a demo: nobody writes to you.`;
    form.hidden = true;
    byId('thanks').focus();
  });
}

for (const button of document.querySelectorAll('button[data-footfall-conversion]')) {
  button.addEventListener('click', () => {
    button.textContent = 'Done, thank you';
    button.disabled = true;
  });
}

let toastEnd;
function toast(text) {
  byId('toast').textContent = text;
  clearTimeout(toastEnd);
  toastEnd = setTimeout(() => byId('toast').replaceChildren(), 8000);
}

// The company and its app are invented, so these links must not be followed.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || !(link.hostname.endsWith('.example') || link.protocol === 'mailto:')) return;
  event.preventDefault();
  toast(`The demo ends here. On a real site this leads to ${link.href}`);
});
