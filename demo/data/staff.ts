/** Names by employer, in the keys of companies.ts; `private` has no company. */
export const staff = `
northwind: Zoë Lindqvist, Marcus Okafor, Grace Whitfield, Hannah Abrams, DeShawn Carter, Mei-Ling Chen,
  Rafael Domínguez, Siobhán O'Brien, Aaron Feldman, Yusuf Demir, Colleen Murphy, Tomasz Wójcik, Priscilla Vance
ridgeline: Maya Castellanos, Owen Prescott, Noor Haddad, Jürgen Vogel, Bianca Ferraro, Kwame Mensah,
  Tessa Halloran, Renée Thibault, Ian Novak
kestrel: Eleanor Ashworth, Łukasz Kowalczyk, Amara Nwosu, Gareth Pritchard, Saoirse Ní Bhriain, Dev Malhotra,
  Imogen Clarke, Søren Kjær, Farah Siddiqui, Alasdair MacLeod, Nguyễn Thị Mai
brightwater: Fiona Galbraith, Oluwaseun Adeyemi, Peter Hargreaves, Małgorzata Zając, Rhys Llewellyn,
  Chloé Marchand, Harriet Osgood, Anil Deshpande, Ruth Ellery
atelier-mirabel: Anne-Sophie Lefèvre, Thibault Garnier, Inès Benali, François Léger, Hélène Dubreuil
lindenhof: Jürgen Großmann, Annika Schäfer, Björn Hölscher, Katharina Weiß, Mehmet Yıldız, Sabine Krüger,
  Dieter Oberhäuser, Franziska Böhm, Lothar Prinz, Ewa Wiśniewska, Jan-Philipp Königs, Uwe Stamm
polarvik: Søren Østergaard, Åsa Bergström, Guðrún Jónsdóttir, Mikael Rautio, Ingrid Håkonsen, Thor Aagaard,
  Päivi Mäkelä, Lars Nygård, Sigrid Dahl
quillon: Dmitri Volkov, Ayaka Fujimoto, Nguyễn Văn Minh, Beatriz Araújo, Sanjay Iyer, Chiamaka Eze,
  Ethan Rosenthal, Lucía Peña, Caleb Stone
tamarind-foods: Lakshmi Narayanan, Joaquín Ibáñez, Precious Dlamini, Callum Reid, Trần Quốc Bảo,
  Shireen Kazemi, María García, Blessing Okonkwo
verdantlabs: Elif Çelik, Jonas Petrauskas, Camila Muñoz, Arjun Bhatt, Molly O'Shea, Nikolaj Friis
oakmere: Margaret Thistlewood, Desmond Achebe, Víctor Núñez, Olivia Pemberton, Andrzej Świątek,
  Joan Fairbrother, Hamza Qureshi, Clémence Aubert, Stuart Inglis, Bronwen Parry, Miloš Jovanović
saffronstone: Étienne Caron, Leïla Amrani, Gaël Kerbrat, Noémie Faure, María García
lumenharbour: Niklas Brandt, Zuzana Horáková, Aylin Öztürk, Matthias Fürst, Ioana Popescu, Gergő Szabó
halden-robotics: René Müller, Ottilie von Stetten, Hiroshi Tanaka, Ștefan Ionescu, Daniela Kučera, Paweł Żak
private: Zoë Castellane, Amir Tehrani, Júlia Fekete, Ben O'Connell, Xóchitl Ramírez, Wanda Jabłońska,
  Émile Girard, Tariq Anwar, Nina Sørensen, Lê Hoàng Anh, Petra Häusler, Gustavo Leão, Mairéad Byrne,
  Ravi Pillai, Signe Holmgård
`;
