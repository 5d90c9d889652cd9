const words = (text: string): readonly string[] => text.split(", ");

export const firstNames = words(
  "Ada, Bjørn, Cecilie, David, Eva, Fredrik, Grete, Henrik, Ingrid, Jonas, Kari, Lars, Maja, Nils, Oda, Per, Ragnhild, Sofie, Tor, Unni",
);
export const lastNames = words(
  "Andersen, Berg, Christensen, Dahl, Eriksen, Fossum, Grønli, Hansen, Iversen, Johnsen, Kristiansen, Larsen, Moen, Nilsen, Olsen, Pedersen, Solberg, Tangen, Vik, Ødegård",
);
export const companyNames = words(
  "Fjordkraft, Nordlys, Havbris, Bergtatt, Skogen, Vestavind, Polarstjernen, Lysekil, Granitt, Brattøra, Solsiden, Kvitfjell, Tidevann, Furuset, Storegga",
);
export const companyForms = words("AS, Holding AS, Shipping ASA, Eiendom AS, Invest AS, Consulting AS");
export const jobTitles = words(
  "Partner, Advisor, Controller, Chief financial officer, Case handler, Counsel, Board member",
);
export const projectNames = words(
  "Annual audit, Tax return, Due diligence, Merger advice, Payroll outsourcing, Contract review, Risk assessment, Restructuring",
);
export const activityNames = words(
  "Collect documents, Review contract, Call client, Draft memo, Reconcile accounts, Prepare meeting, Send invoice basis, Sign off",
);
export const folderNames = words("Contracts, Correspondence, Working papers, Reports, Invoices, Archive");
export const documentNames = words(
  "Engagement letter, Minutes, Balance sheet, Draft, Power of attorney, Signed agreement, Checklist, Memo",
);
export const suffixes = [
  { suffix: "pdf", mimeType: "application/pdf" },
  { suffix: "docx", mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document" },
  { suffix: "txt", mimeType: "text/plain" },
];
